import type { SecretKind } from './secret-kinds.ts';
import { type Situated, situatedKinds } from './situated.ts';

const URLS: readonly Situated[] = [
  [
    'https-basic!',
    '{A14}',
    {
      url: 'git clone https://deploy:§@git.example.com/a/b.git',
      json: '{"proxy": "http://user:§@10.0.0.1:3128"}',
    },
  ],
  ['https-words', 'letmeinplease', { url: 'curl ftp://bob:§@files.example.com/x' }],
  [
    'git-token-user',
    'gh¦o_{A36}',
    {
      url: 'remote: https://§@github.com/a/b',
      'x-oauth-basic': 'https://§:x-oauth-basic@github.com/a/b.git',
    },
  ],
  [
    'git-access-token!',
    '{A40}',
    { url: 'origin https://x-access-token:§@github.com/a/b (fetch)', file: 'https://ada:§@github.com\n' },
  ],
  [
    'postgres!',
    '{A12}',
    {
      env: 'DATABASE_URL=postgres://app:§@db.internal:5432/app?sslmode=require',
      prose: 'we use postgresql://app:§@db.internal/app.',
    },
  ],
  ['postgres-signs', 'p@{A4}/#{A4}', { env: 'DATABASE_URL="postgres://app:§@db.internal:5432/app"' }],
  ['mysql-url', '{A12}', { code: "create_engine('mysql+pymysql://root:§@db/app')" }],
  [
    'mongodb!',
    '{A16}',
    { env: 'MONGO_URI=mongodb+srv://app:§@cluster0.ab1cd.mongodb.net/?retryWrites=true' },
  ],
  [
    'redis!',
    '{A24}',
    { env: 'REDIS_URL=redis://:§@cache.internal:6379/0', user: 'rediss://default:§@x.upstash.io:6379' },
  ],
  ['amqp', '{A12}', { yaml: 'broker: amqps://app:§@mq.internal/vhost' }],
  ['jdbc', '{A12}', { code: 'jdbc:postgresql://db/app?user=app&password=§&ssl=true' }],
  [
    'sas-url!',
    '{b42}%3D',
    { url: 'https://x.blob.core.windows.net/c/f?sv=2022-11-02&se=2026-01-01T00%3A00%3A00Z&sr=b&sp=r&sig=§' },
  ],
  [
    's3-signed',
    '{h64}',
    {
      url: 'https://b.s3.amazonaws.com/f?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20260101T000000Z&X-Amz-Signature=§',
    },
  ],
  [
    'gcs-signed',
    '{h512}',
    {
      url: 'https://storage.googleapis.com/b/f?X-Goog-Expires=900&X-Goog-SignedHeaders=host&X-Goog-Signature=§',
    },
  ],
  [
    'cloudfront-signed',
    '{u170}__',
    { url: 'https://d1.cloudfront.net/f?Expires=1767225600&Signature=§&Key-Pair-Id=K2JCJMDEHXQW5F' },
  ],
  [
    'query-token!',
    '{A32}',
    {
      url: 'GET /v1/items?access_token=§&page=2',
      fragment: 'https://app.example.com/cb#access_token=§&state=x',
    },
  ],
  [
    'query-key',
    '{A32}',
    { url: 'https://maps.example.com/api?key=§&q=x', amp: 'https://e.example.com/?a=1&amp;api_key=§' },
  ],
  ['oauth-code', '4/0{u60}', { url: 'http://localhost:8085/?state=x&code=§&scope=email' }],
  [
    'magic-link',
    '{A40}',
    { url: 'https://app.example.com/reset-password/§', query: 'https://app.example.com/verify?token=§' },
  ],
  [
    'slack-webhook!',
    'T{U8}/B{U8}/{A24}',
    {
      url: 'curl -d "{}" https://hooks.sl¦ack.com/services/§',
      env: 'SLACK_URL=https://hooks.sl¦ack.com/services/§',
    },
  ],
  ['discord-webhook!', '{d18}/{u68}', { url: 'https://discord¦.com/api/webhooks/§' }],
  [
    'teams-webhook',
    '{uuid}@{uuid}/IncomingWebhook/{h32}/{uuid}',
    { url: 'https://acme.webhook.off¦ice.com/webhookb2/§' },
  ],
  ['zapier-webhook', '{d7}/{l7}', { url: 'https://hooks.zap¦ier.com/hooks/catch/§/' }],
  ['ifttt-webhook', '{u22}', { url: 'https://maker.if¦ttt.com/trigger/x/with/key/§' }],
  ['feishu-webhook', '{uuid}', { url: 'https://open.fei¦shu.cn/open-apis/bot/v2/hook/§' }],
  ['infura', '{h32}', { url: 'https://mainnet.infura¦.io/v3/§' }],
  ['telegram-url', '{d10}:A¦A{u33}', { url: 'https://api.telegram¦.org/bot§/sendMessage' }],
  ['otpauth', '{U32}', { url: 'otpauth://totp/ACME:ada?secret=§&issuer=ACME' }],
  ['sentry-secret-dsn', '{h32}', { url: 'https://{h32}:§@o1.ingest.sentry.io/2' }],
];

const HEADERS: readonly Situated[] = [
  [
    'bearer-opaque!',
    '{A40}',
    {
      curl: "curl -H 'Authorization: Bearer §' https://x.example.com",
      json: '{"headers": {"Authorization": "Bearer §"}}',
      code: "fetch(u, { headers: { authorization: 'Bearer §' } })",
      log: '> authorization: bearer §',
      python: "headers['Authorization'] = 'Bearer §'",
    },
  ],
  [
    'basic!',
    'YXBwOn{b20}',
    { curl: 'curl -H "Authorization: Basic §" x', json: '"Proxy-Authorization": "Basic §"' },
  ],
  [
    'token-scheme',
    '{h40}',
    { curl: 'curl -H "Authorization: token §" https://api.github.com', bot: 'Authorization: Bot §' },
  ],
  ['no-scheme', '{A32}', { curl: 'curl -H "Authorization: §" x', json: '"authorization": "§"' }],
  [
    'digest',
    '{h32}',
    { header: 'Authorization: Digest username="ada", realm="x", nonce="abc12345", uri="/", response="§"' },
  ],
  [
    'oauth1',
    '{b27}%3D',
    { header: 'Authorization: OAuth oauth_nonce="a1b2c3d4", oauth_signature="§", oauth_version="1.0"' },
  ],
  [
    'aws-v4',
    '{h64}',
    {
      header:
        'Authorization: AWS4-HMAC-SHA256 Credential=x/20260101/eu/s3/aws4_request, SignedHeaders=host, Signature=§',
    },
  ],
  [
    'api-key-header!',
    '{A32}',
    {
      curl: 'curl -H "X-API-Key: §" x',
      azure: 'Ocp-Apim-Subscription-Key: §',
      gitlab: 'curl --header "PRIVATE-TOKEN: §" x',
      goog: "'x-goog-api-key': '§'",
      code: 'request.setRequestHeader("X-Auth-Token", "§");',
    },
  ],
  [
    'cookie!',
    '{A32}',
    {
      curl: "curl -H 'Cookie: theme=dark; session=§; lang=en' x",
      flag: 'curl -b "sessionid=§" x',
      header: 'Set-Cookie: connect.sid=s%3A§; Path=/; HttpOnly',
      json: '"cookie": "PHPSESSID=§; a=b"',
      python: 'requests.get(u, headers={"Cookie": "sid=§"})',
    },
  ],
  ['cookie-jwt', 'ey¦JhbGciOiJIUzI1NiJ9.ey¦J{u60}.{u43}', { header: 'cookie: auth_token=§' }],
];

const KEYS: readonly Situated[] = [
  [
    'pem-rsa!',
    '{lines12}',
    {
      file: '-----BEGIN RSA PRIV¦ATE KEY-----\n§\n-----END RSA PRIV¦ATE KEY-----',
      'without its end': 'cat key.pem\n-----BEGIN PRIV¦ATE KEY-----\n§',
      'without its beginning': '§\n-----END PRIV¦ATE KEY-----\n$ ls',
      listing: '     1\t-----BEGIN PRIV¦ATE KEY-----\n§\n-----END PRIV¦ATE KEY-----',
    },
  ],
  [
    'pem-openssh!',
    'b3BlbnNzaC1rZXktdjE{lines8}',
    {
      file: '-----BEGIN OPENSSH PRIV¦ATE KEY-----\n§\n-----END OPENSSH PRIV¦ATE KEY-----\n',
      heredoc:
        "cat > k <<'E'\n-----BEGIN OPENSSH PRIV¦ATE KEY-----\n§\n-----END OPENSSH PRIV¦ATE KEY-----\nE",
    },
  ],
  [
    'pem-encrypted',
    '{lines8}',
    {
      file: '-----BEGIN ENCRYPTED PRIV¦ATE KEY-----\n§\n-----END ENCRYPTED PRIV¦ATE KEY-----',
      'old style':
        '-----BEGIN RSA PRIV¦ATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,AB12\n\n§\n-----END RSA PRIV¦ATE KEY-----',
    },
  ],
  [
    'pem-one-line!',
    '{b64}\\n{b64}\\n{b20}',
    {
      json: '{"type": "service_account", "private_key_id": "x", "private_key": "-----BEGIN PRIV¦ATE KEY-----\\n§\\n-----END PRIV¦ATE KEY-----\\n"}',
      env: 'KEY="-----BEGIN PRIV¦ATE KEY-----\\n§\\n-----END PRIV¦ATE KEY-----"',
      'cut off': '{"private_key": "-----BEGIN PRIV¦ATE KEY-----\\n§',
    },
  ],
  [
    'pgp',
    '{lines10}\n={A4}',
    { file: '-----BEGIN PGP PRIV¦ATE KEY BLOCK-----\nVersion: 1\n\n§\n-----END PGP PRIV¦ATE KEY BLOCK-----' },
  ],
  [
    'putty',
    '{b64}\n{b64}',
    { file: 'PuTTY-User-Key-File-3: ssh-ed25519\nPrivate-Lines: 2\n§\nPrivate-MAC: x' },
  ],
  ['jwk', '{u86}', { json: '{"kty":"EC","crv":"P-256","x":"abc","d":"§"}' }],
  ['xml-rsa', '{b170}==', { xml: '<RSAKeyValue><Modulus>x</Modulus><D>§</D></RSAKeyValue>' }],
  [
    'wireguard',
    '{b43}=',
    { file: '[Interface]\nPriv¦ateKey = §\nAddress = 10.0.0.2/24', psk: '[Peer]\nPresharedKey = §' },
  ],
  [
    'ssh2',
    '{lines6}',
    {
      file: '---- BEGIN SSH2 ENCRYPTED PRIV¦ATE KEY ----\nComment: x\n§\n---- END SSH2 ENCRYPTED PRIV¦ATE KEY ----',
    },
  ],
  [
    'openvpn-static',
    '{h32}\n{h32}\n{h32}',
    { file: '-----BEGIN OpenVPN Static key V1-----\n§\n-----END OpenVPN Static key V1-----' },
  ],
  [
    'seed-phrase',
    'ripple scissors kick mammal hire column oak again sun offer wealth tomorrow',
    { env: 'MNEMONIC="§"', prose: 'my seed phrase: §', json: '{"mnemonic": "§"}' },
  ],
];

export const SITUATED_SECRETS: readonly SecretKind[] = [
  ...situatedKinds('urls', URLS),
  ...situatedKinds('headers', HEADERS),
  ...situatedKinds('keys', KEYS),
];
