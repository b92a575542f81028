import { type Environment, HTTP } from './environment.ts';

const REQUIRED = ['FILES_S3_BUCKET', 'FILES_S3_ACCESS_KEY_ID', 'FILES_S3_SECRET_ACCESS_KEY'] as const;
/** Lower-case letters, digits, dots and hyphens, as S3 names its buckets. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** Where uploaded pictures are stored. */
export const readFileSettings = (env: Environment) => ({
  /** An S3-compatible bucket; null means a folder of `DATA_DIR`. */
  filesS3: readS3(env),
});

function readS3(env: Environment) {
  const endpoint = env.url('FILES_S3_ENDPOINT', HTTP);
  const [bucket, accessKeyId, secretAccessKey] = [
    env.text('FILES_S3_BUCKET'),
    env.text('FILES_S3_ACCESS_KEY_ID'),
    env.text('FILES_S3_SECRET_ACCESS_KEY'),
  ];
  if (endpoint === null) {
    for (const name of REQUIRED) if (env.has(name)) env.refuse(name, 'be set together with FILES_S3_ENDPOINT');
    return null;
  }
  for (const name of REQUIRED) if (!env.has(name)) env.refuse(name, 'be set with FILES_S3_ENDPOINT');
  if (bucket && !BUCKET.test(bucket)) env.refuse('FILES_S3_BUCKET', 'be the name of a bucket');
  const region = env.text('FILES_S3_REGION') ?? 'us-east-1';
  return {
    endpoint,
    bucket: bucket ?? '',
    region,
    accessKeyId: accessKeyId ?? '',
    secretAccessKey: secretAccessKey ?? '',
  };
}
