/** Two clocks, in milliseconds. */
export interface Clocks {
  /** Of the device. People and networks set it. */
  device: number;
  /** Of the open page. Nothing sets it, but it may stop while the device sleeps. */
  page: number;
}

export const readClocks = (): Clocks => ({ device: Date.now(), page: performance.timeOrigin + performance.now() });
