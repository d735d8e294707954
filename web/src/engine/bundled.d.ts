/** The address of a module that is bundled for a worker: see vite.config.ts. */
declare module "*?bundled" {
  const address: string;
  export default address;
}
