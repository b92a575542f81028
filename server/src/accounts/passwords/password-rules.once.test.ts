import { expect, test } from 'vitest';
import { requireGoodPassword } from './password-rules.ts';

const ANA = { email: 'ana.santos@example.com', names: ['Ana Santos', 'Mabuhay Concerts'] };

test.each([
  'password123',
  '1234567890',
  'qwertyuiop',
  '          ',
  'iloveyou123',
  'Takilya2026',
  'x'.repeat(200),
  'ana.santos@example.com',
  'AnaSantos2026',
  'Mabuhay Concerts',
  'mabuhayconcerts1',
])('%j is easy to guess', async (password) => {
  await expect(requireGoodPassword(password, ANA, 'password.new')).rejects.toMatchObject({
    code: 'password_guessable',
    field: 'password.new',
  });
});

test.each(['correct horse battery', 'araw gabi kape ulan', 'Xk3!f9sLq0', 'tag-ulan sa Baguio'])(
  '%j is a good password',
  async (password) => {
    await expect(requireGoodPassword(password, ANA)).resolves.toBeUndefined();
  },
);
