/** Neighbouring seats of one row. */
export interface Piece {
  /** Index of the row, best row first. */
  row: number;
  /** Index of the first place, in physical order, aisles included. */
  from: number;
  count: number;
}
