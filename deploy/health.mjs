/** The health check of the container: asks /readyz, without a shell. Exits with 1 while no requests are accepted. */
const TIMEOUT_MS = 2_000;
const address = `http://127.0.0.1:${process.env.PORT || 3000}/readyz`;
const isReady = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isReady ? 0 : 1);
