import { translations } from '../language/translations.ts';

export const texts = translations({
  en: {
    confirmPassword: 'Confirm your password',
    whyPassword:
      'Changes to the team, API keys, payments, passkeys, recovery codes and your log-ins need your password if you logged in more than half an hour ago.',
    password: 'Password',
    continue: 'Continue',
  },
  fil: {
    confirmPassword: 'Kumpirmahin ang password mo',
    whyPassword:
      'Kailangan ang password mo para sa mga pagbabago sa team, API key, bayad, passkey, recovery code at mga pag-log in mo kung mahigit kalahating oras na mula nang mag-log in ka.',
    password: 'Password',
    continue: 'Magpatuloy',
  },
});
