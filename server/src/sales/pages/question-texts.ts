import type { Language } from '../../values/language.ts';
import type { Problem } from './form-values.ts';

/** `Ticket 2: please …`, or `Please …` of the order. Both languages say it so. */
const of = ({ ticket }: Problem, words: string) =>
  ticket === undefined ? words.charAt(0).toUpperCase() + words.slice(1) : `Ticket ${ticket}: ${words}`;

/** Texts around the organizer's questions, which are in the organizer's own words. */
const english = {
  heading: (organizer: string): string => `Questions from ${organizer}`,
  optional: 'optional',
  choose: 'Choose one',
  problems: {
    noAnswer: (problem: Problem) => of(problem, `please answer “${problem.label}”.`),
    notTicked: (problem: Problem) => of(problem, `please tick “${problem.label}” to continue.`),
    badText: (problem: Problem) => of(problem, `please shorten “${problem.label}” to 500 characters.`),
    badChoice: (problem: Problem) =>
      of(problem, `please choose again: the options of “${problem.label}” have changed.`),
    badTick: (problem: Problem) => of(problem, `please tick “${problem.label}”, or leave it empty.`),
    badDate: (problem: Problem) => of(problem, `please enter a date in “${problem.label}”.`),
  },
};

type QuestionTexts = typeof english;

const filipino: QuestionTexts = {
  heading: (organizer) => `Mga tanong ng ${organizer}`,
  optional: 'puwedeng laktawan',
  choose: 'Pumili ng isa',
  problems: {
    noAnswer: (problem) => of(problem, `sagutin ang “${problem.label}”.`),
    notTicked: (problem) => of(problem, `lagyan ng tsek ang “${problem.label}” para makapagpatuloy.`),
    badText: (problem) => of(problem, `paikliin ang “${problem.label}” sa 500 karakter.`),
    badChoice: (problem) => of(problem, `pumili ulit: nagbago ang mga pagpipilian sa “${problem.label}”.`),
    badTick: (problem) => of(problem, `lagyan ng tsek ang “${problem.label}”, o iwan itong blangko.`),
    badDate: (problem) => of(problem, `maglagay ng petsa sa “${problem.label}”.`),
  },
};

export const questionTexts: Record<Language, QuestionTexts> = { en: english, fil: filipino };
