import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';

/** In PEM, without the texts that tools write around it: the library that signs reads nothing else. */
export interface AppleCertificates {
  certificate: string;
  /** RSA, PKCS #1. */
  key: string;
  /** Apple's intermediate certificate, which issued the one above. */
  issuer: string;
}

interface Files {
  /** PEM or DER, like `issuer`. */
  certificate: Buffer;
  key: Buffer;
  issuer: Buffer;
  passTypeId: string;
  teamId: string;
}

/** The setting at fault, and a rule that continues “must …”. */
type Refuse = (setting: keyof Files, rule: string) => void;

/**
 * Reads the certificates that sign passes, and checks whatever would make phones refuse every pass without a word: the
 * key belongs to the certificate, the certificate names the pass type and the team, is not over, and was issued by the
 * intermediate certificate.
 * @returns null when something is wrong; `refuse` was told what
 */
export function readAppleCertificates(files: Files, refuse: Refuse): AppleCertificates | null {
  const certificate = readCertificate('certificate', files, refuse);
  const issuer = readCertificate('issuer', files, refuse);
  const key = readKey(files, refuse);
  if (!certificate || !issuer || !key) return null;
  const problems: [isProblem: boolean, setting: keyof Files, rule: string][] = [
    [!certificate.checkPrivateKey(key), 'key', 'be the key of APPLE_PASS_CERTIFICATE'],
    [
      nameIn(certificate, 'UID') !== files.passTypeId,
      'passTypeId',
      `be the pass type of APPLE_PASS_CERTIFICATE, which is for "${nameIn(certificate, 'UID') ?? 'none'}"`,
    ],
    [
      nameIn(certificate, 'OU') !== files.teamId,
      'teamId',
      `be the team of APPLE_PASS_CERTIFICATE, which is of "${nameIn(certificate, 'OU') ?? 'none'}"`,
    ],
    [
      !isIssuedBy(certificate, issuer),
      'issuer',
      `be the certificate that issued APPLE_PASS_CERTIFICATE: its issuer is "${oneLine(certificate.issuer)}", ` +
        `and this one is "${oneLine(issuer.subject)}"`,
    ],
    [isOver(certificate), 'certificate', `not be over: it was valid until ${certificate.validTo}`],
    [isOver(issuer), 'issuer', `not be over: it was valid until ${issuer.validTo}`],
  ];
  const found = problems.filter(([isProblem]) => isProblem);
  for (const [, setting, rule] of found) refuse(setting, rule);
  if (found.length > 0) return null;
  return {
    certificate: certificate.toString(),
    key: key.export({ type: 'pkcs1', format: 'pem' }).toString(),
    issuer: issuer.toString(),
  };
}

function readCertificate(setting: 'certificate' | 'issuer', files: Files, refuse: Refuse): X509Certificate | undefined {
  try {
    return new X509Certificate(files[setting]);
  } catch {
    refuse(setting, 'be a file with a certificate, in PEM or DER');
    return undefined;
  }
}

function readKey(files: Files, refuse: Refuse): KeyObject | undefined {
  try {
    const key = createPrivateKey(files.key);
    if (key.asymmetricKeyType === 'rsa') return key;
  } catch {
    // The reason may quote the key.
  }
  refuse('key', 'be a file with an RSA key in PEM, without a passphrase');
  return undefined;
}

/** Two authorities of Apple have one name, so the signature decides. */
const isIssuedBy = (certificate: X509Certificate, issuer: X509Certificate): boolean =>
  certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);

const isOver = ({ validToDate }: X509Certificate): boolean => validToDate.getTime() <= Date.now();

const nameIn = ({ subject }: X509Certificate, attribute: 'UID' | 'OU'): string | undefined =>
  subject
    .split('\n')
    .find((line) => line.startsWith(`${attribute}=`))
    ?.slice(attribute.length + 1);

const oneLine = (name: string): string => name.replaceAll('\n', ', ');
