import { sentences } from '../../language/sentences.ts';

export const texts = sentences({
  en: {
    title: 'Log in',
    email: 'E-mail',
    password: 'Password',
    code: 'Code of your authenticator app',
    codeHint: 'Your account asks for six digits besides the password.',
    submit: 'Log in',
    forgotten: 'Forgotten your password?',
  },
  fil: {
    title: 'Mag-log in',
    email: 'E-mail',
    password: 'Password',
    code: 'Code ng iyong authenticator app',
    codeHint: 'Humihingi ang iyong account ng anim na numero bukod sa password.',
    submit: 'Mag-log in',
    forgotten: 'Nakalimutan ang password?',
  },
});
