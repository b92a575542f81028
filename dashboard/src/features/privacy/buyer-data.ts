import { api, dataOf } from '../../api/client.ts';

/** Every page of what is held about the person, as one file for them. */
export async function readBuyerData(email: string): Promise<Blob> {
  const { next, ...data } = await readPage(email);
  for (let after = next; after !== null; ) {
    const page = await readPage(email, after);
    data.purchases.push(...page.purchases);
    after = page.next;
  }
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
}

const readPage = (email: string, after: string | null = null) =>
  dataOf(api.POST('/buyers/export', { body: { email, after } }));

/**
 * Each request erases a part, until nothing is left.
 * @returns partly: a purchase could not be erased yet; nothing: no data had the address
 */
export async function eraseBuyerData(email: string): Promise<'erased' | 'partly' | 'nothing'> {
  for (let before = 0; ; ) {
    const { complete, ...counts } = await dataOf(api.POST('/buyers/erase', { body: { email } }));
    const erased = counts.purchases + counts.subscriptions + counts.waiting_list_entries + counts.unsubscribes;
    if (complete) return before + erased === 0 ? 'nothing' : 'erased';
    if (erased === 0) return 'partly';
    before += erased;
  }
}

export function download(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
