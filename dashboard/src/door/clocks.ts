/** Two clocks, in milliseconds. */
export interface Clocks {
  /** Clock of the device. People and networks set it. */
  device: number;
  /** Clock of the open page. It is never set, but it may stop while the device sleeps. */
  page: number;
}

export const readClocks = (): Clocks => ({ device: Date.now(), page: performance.timeOrigin + performance.now() });
