declare module '*.css';
// Files that the bundle refers to by their address.
declare module '*.woff2' {
  const address: string;
  export default address;
}
