/** Whether the page would ask before the tab is closed. */
export const hasUnsavedInput = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
