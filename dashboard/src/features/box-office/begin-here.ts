/**
 * The part of the page that comes next, as a `ref`: it is scrolled to, and has the focus. So a screen reader reads it,
 * and a key that is still held down presses nothing.
 */
export function beginHere(element: HTMLElement | null) {
  if (!element) return;
  element.tabIndex = -1;
  element.scrollIntoView();
  element.focus({ preventScroll: true });
}
