/** Names that the languages reserve. */
const RESERVED: Record<string, string> = { import: 'imported' };

/** What is answered as a name: `Event` → `event`, and `CheckInListList` of `list` → `checkInLists`. */
export function nameOfAnswer(model: string, method: string): string {
  const words = method.startsWith('list') ? model.replace(/List$/, 's') : model;
  const name = words.charAt(0).toLowerCase() + words.slice(1);
  return RESERVED[name] ?? name;
}

/** An entry of the list in this field: `door_links` → `doorLink`, `deliveries` → `delivery`. */
export function nameOfEntry(field: string): string {
  const camel = field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return camel === 'series' ? 'oneSeries' : camel.replace(/ies$/, 'y').replace(/s$/, '');
}
