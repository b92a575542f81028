import { translations } from '../../language/translations.ts';

export const texts = translations({
  en: {
    title: 'Waiting list',
    empty:
      'The waiting list is empty. When a tier is sold out, buyers can join its waiting list on the event’s page. Places that come ' +
      'back are offered to them by e-mail, in the order of asking.',
    noneOfStatus: 'No entries with this status.',
    counts: 'People on the waiting list, by tier',
    entries: 'People on the waiting list',
    tier: 'Tier',
    waiting: 'Waiting',
    places: 'Places wanted',
    offered: 'Offered',
    bought: 'Bought',
    person: 'Person',
    quantity: 'Places',
    asked: 'Since',
    until: (time: string) => `Offer until ${time}`,
    status: 'Status',
    statuses: {
      waiting: 'Waiting',
      offered: 'Offered',
      bought: 'Bought',
      passed: 'Offer not taken',
      left: 'Left',
      ended: 'Closed',
    },
    remove: 'Remove',
    removeTitle: 'Remove from the waiting list',
    removeQuestion: (name: string) =>
      `${name} leaves the waiting list. An offer ends at once, and its places go to the next in line. The person gets no e-mail.`,
    removed: 'Removed from the waiting list',
  },
  fil: {
    title: 'Waiting list',
    empty:
      'Wala pang naghihintay. Kapag naubos ang isang tier, makakasali ang mga bumibili sa waiting list nito sa page ng event. ' +
      'Iniaalok sa kanila sa e-mail ang mga puwestong nababakante, ayon sa pagkakasunod ng pagsali.',
    noneOfStatus: 'Walang may ganitong status.',
    counts: 'Mga nasa waiting list, ayon sa tier',
    entries: 'Mga nasa waiting list',
    tier: 'Tier',
    waiting: 'Naghihintay',
    places: 'Gustong puwesto',
    offered: 'Inalok',
    bought: 'Bumili',
    person: 'Tao',
    quantity: 'Puwesto',
    asked: 'Mula noong',
    until: (time) => `Alok hanggang ${time}`,
    status: 'Status',
    statuses: {
      waiting: 'Naghihintay',
      offered: 'Inalok',
      bought: 'Bumili',
      passed: 'Hindi kinuha ang alok',
      left: 'Umalis',
      ended: 'Sarado na',
    },
    remove: 'Alisin',
    removeTitle: 'Alisin sa waiting list',
    removeQuestion: (name) =>
      `Aalisin si ${name} sa waiting list. Agad na matatapos ang alok, at mapupunta sa susunod sa pila ang mga puwesto. Walang ipapadalang e-mail sa kanya.`,
    removed: 'Naalis na sa waiting list',
  },
});
