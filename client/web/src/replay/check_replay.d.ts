// The validator that types.mjs makes from the replay's schema.
declare module '*/generated/check_replay.js' {
  const check: (value: unknown) => boolean;
  export default check;
}
