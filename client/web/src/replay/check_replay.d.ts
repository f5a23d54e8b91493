// The check that types.mjs makes of the replay's schema.
declare module '*/generated/check_replay.js' {
  const check: (value: unknown) => boolean;
  export default check;
}
