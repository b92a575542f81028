import type { Language } from '../../values/language.ts';
import { OFFER_HOURS } from '../../waiting-list/entry.ts';

const english = {
  heading: 'Waiting list',
  explained: `When tickets come back, the list gets them first, in the order of asking. We mail you a link and hold them for you for ${OFFER_HOURS} hours. You pay nothing before that.`,
  tier: 'Ticket',
  quantity: 'How many',
  emailHint: 'We send the offer there.',
  join: 'Join the waiting list',
  notSoldOut: 'This ticket can be bought again, or is no longer sold. Please look at the list of tickets.',
  badQuantity: (most: number) => `Please enter a number from 1 to ${most}.`,
  joined: 'You are on the waiting list',
  joinedText: (email: string) =>
    `The first e-mail to ${email} has the link with which you can leave the list. When it is your turn, we send another one.`,
  back: 'Back to the event',
};

const filipino: typeof english = {
  heading: 'Waiting list',
  explained: `Kapag may ibinalik na ticket, ang mga nasa listahan ang unang aalukin, ayon sa pagkakasunod-sunod. Padadalhan ka namin ng link sa email at ilalaan ang mga ito sa iyo nang ${OFFER_HOURS} oras. Wala kang babayaran bago iyon.`,
  tier: 'Ticket',
  quantity: 'Ilan',
  emailHint: 'Dito namin ipapadala ang alok.',
  join: 'Sumali sa waiting list',
  notSoldOut: 'Mabibili na ulit ang ticket na ito, o hindi na ibinebenta. Tingnan ang listahan ng mga ticket.',
  badQuantity: (most) => `Maglagay ng numero mula 1 hanggang ${most}.`,
  joined: 'Nasa waiting list ka na',
  joinedText: (email) =>
    `Nasa unang email sa ${email} ang link para umalis sa listahan. Kapag ikaw na ang susunod, magpapadala kami ng isa pa.`,
  back: 'Bumalik sa event',
};

export const waitingTexts: Record<Language, typeof english> = { en: english, fil: filipino };
