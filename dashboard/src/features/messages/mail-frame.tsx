import { cspNonce } from '../../shell/csp-nonce.ts';
import classes from './mail-frame.module.css';
import { styledByNonce } from './styled-by-nonce.ts';

/** A mail as it will look. The frame runs no script, and what is in it can neither open pages nor send forms. */
export const MailFrame = ({ html, title }: { html: string; title: string }) => (
  <iframe className={classes.frame} title={title} sandbox="" srcDoc={styledByNonce(html, cspNonce())} />
);
