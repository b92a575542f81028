import type { Language } from '../../values/language.ts';

const english = {
  title: 'Messages',
  question: (organization: string, email: string) => `Stop messages from ${organization} to ${email}?`,
  ticketsStay: 'E-mails about your tickets still come: the tickets themselves, changes and refunds.',
  unsubscribe: 'Unsubscribe',
  done: 'You are unsubscribed',
  doneWords: (organization: string, email: string) => `${organization} sends no more messages to ${email}.`,
  undo: 'Get messages again',
  undone: 'You get messages again',
  undoneWords: (organization: string, email: string) =>
    `${organization} may send messages about its events to ${email}.`,
};

export type UnsubscribeTexts = typeof english;

const filipino: UnsubscribeTexts = {
  title: 'Mga mensahe',
  question: (organization, email) => `Ititigil ba ang mga mensahe ng ${organization} sa ${email}?`,
  ticketsStay:
    'Darating pa rin ang mga email tungkol sa mga ticket mo: ang mga ticket mismo, mga pagbabago at mga refund.',
  unsubscribe: 'Itigil ang mga mensahe',
  done: 'Itinigil na ang mga mensahe',
  doneWords: (organization, email) => `Hindi na magpapadala ng mensahe ang ${organization} sa ${email}.`,
  undo: 'Tumanggap ulit ng mga mensahe',
  undone: 'Makakatanggap ka ulit ng mga mensahe',
  undoneWords: (organization, email) =>
    `Puwedeng magpadala ang ${organization} ng mga mensahe tungkol sa mga event nito sa ${email}.`,
};

export const unsubscribeTexts: Record<Language, UnsubscribeTexts> = { en: english, fil: filipino };
