interface OpenDialog {
  root: HTMLElement;
  /** Where the focus goes when it closes, the best place first. */
  places: HTMLElement[];
}

/** The topmost last. */
const openDialogs: OpenDialog[] = [];

/**
 * Notes what has the focus when a dialog opens. Returns the `ref` of the dialog, which gives the focus back when the
 * dialog is removed: to the control that opened it, or, if that is gone, to the list or page around it.
 */
export function returnsFocus() {
  const below = openDialogs.at(-1);
  const places = [
    ...placesFrom(openingControl()),
    // A dialog above another one goes back to it, or to where that one came from when both close.
    ...(below ? [...below.root.querySelectorAll<HTMLElement>('[role="dialog"]'), ...below.places] : []),
  ];
  return (root: HTMLElement | null) => {
    if (!root) return;
    const dialog = { root, places };
    openDialogs.push(dialog);
    return () => {
      openDialogs.splice(openDialogs.indexOf(dialog), 1);
      // The page is complete then: a control that waited for the dialog is enabled again.
      queueMicrotask(() => giveBack(places));
    };
  };
}

/** An entry of a menu is gone when its dialog closes: the button that shows the menu stands for it. */
function openingControl(): Element | null {
  const focused = document.activeElement;
  const menu = focused?.closest('[role="menu"]');
  return menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : focused;
}

function placesFrom(control: Element | null): HTMLElement[] {
  const places: HTMLElement[] = [];
  for (let place = control; place instanceof HTMLElement; place = place.parentElement?.closest('[tabindex]') ?? null)
    if (place !== document.body) places.push(place);
  return places;
}

const isLost = () => document.activeElement === null || document.activeElement === document.body;

/** Without a place that is left, to the page itself, as the link “Skip to content” does. */
function focusFirst(places: HTMLElement[]) {
  for (const place of [...places, document.getElementById('page')]) {
    place?.focus({ preventScroll: true });
    if (!isLost()) return;
  }
}

function giveBack(places: HTMLElement[]) {
  if (!isLost()) return;
  focusFirst(places);
  const given = document.activeElement;
  // What the dialog changed is loaded again, and may take the control away.
  const observer = new MutationObserver(() => {
    if (document.activeElement === given) return;
    observer.disconnect();
    if (isLost() && (!given?.isConnected || given.matches(':disabled'))) focusFirst(places);
  });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
}
