import { fake } from './fake.ts';
import type { SecretCase, SecretKind } from './secret-kinds.ts';

/** Environment variable (`!` = common) and template of keys that only their name tells. */
const NAMED = `
MISTRAL_API_KEY! {A32}
COHERE_API_KEY {A40}
TOGETHER_API_KEY {h64}
AZURE_OPENAI_API_KEY! {h32}
DD_API_KEY {h32}
CLOUDFLARE_API_TOKEN! {u40}
CLOUDFLARE_API_KEY {h37}
ALGOLIA_ADMIN_KEY {h32}
TWILIO_AUTH_TOKEN! {h32}
VERCEL_TOKEN! {A24}
HEROKU_API_KEY {uuid}
OKTA_API_TOKEN 00{u40}
AUTH0_CLIENT_SECRET {u64}
AWS_SECRET_ACCESS_KEY! {b40}
DEEPGRAM_API_KEY {h40}
ASSEMBLYAI_API_KEY {h32}
WANDB_API_KEY {h40}
PAGERDUTY_TOKEN {u20}
SNYK_TOKEN {uuid}
SENTRY_AUTH_TOKEN {h64}
LINODE_TOKEN {h64}
HCLOUD_TOKEN {A64}
NGROK_AUTHTOKEN {A27}_{A21}
POSTMARK_SERVER_TOKEN {uuid}
SPOTIFY_CLIENT_SECRET {h32}
TWITCH_CLIENT_SECRET {l30}
JWT_SECRET! {A48}
SESSION_SECRET {A32}
SECRET_KEY_BASE! {h128}
NEXTAUTH_SECRET {b43}=
ENCRYPTION_KEY {b43}=
ETH_PRIVATE_KEY 0x{h64}
API_KEY! {A32}
ACCESS_TOKEN! {A40}
REFRESH_TOKEN {u60}
CLIENT_SECRET! {u40}
GITHUB_WEBHOOK_SECRET {h40}
VAULT_TOKEN s.{A24}
FIGMA_ACCESS_TOKEN {d6}-{uuid}
SUPABASE_SERVICE_ROLE_KEY {A64}`;

function namedCases(variable: string, secret: string): SecretCase[] {
  const snake = variable.toLowerCase();
  const camel = snake.replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
  const kebab = snake.replaceAll('_', '-');
  const texts: Record<string, string> = {
    env: `export ${variable}=${secret}\nexport PORT=3000`,
    'env file': `PORT=3000\n${variable}="${secret}"\nLOG=debug`,
    'env in a container': `docker run -e ${variable}=${secret} -p 80:80 app`,
    json: `{"region": "eu", "${camel}": "${secret}"}`,
    'json in a string': JSON.stringify({ arguments: JSON.stringify({ [snake]: secret, dry: true }) }),
    yaml: `auth:\n  ${snake}: ${secret}\n  retries: 3`,
    toml: `[service]\n${snake} = "${secret}"`,
    code: `const ${camel} = '${secret}';`,
    'typed code': `${snake}: str = "${secret}"  # do not commit`,
    'code, assigned': `process.env.${variable} = "${secret}";\nos.environ["${variable}"] = "${secret}"`,
    shell: `tool login --${kebab} ${secret} --yes`,
    'shell with =': `tool login --${kebab}=${secret}`,
    header: `curl -H "X-${kebab}: ${secret}" https://api.example.com`,
    prose: `The ${snake.replaceAll('_', ' ')} is ${secret}, please use it.`,
    'prose with a colon': `here you go - ${variable}: ${secret}`,
    'list of variables': `env:\n  - name: ${variable}\n    value: ${secret}`,
    query: `GET https://api.example.com/v1?${snake}=${secret}&limit=10`,
  };
  return Object.entries(texts).map(([context, text]) => ({ context, text, secret }));
}

/** Name (`!` = common) and password: generated ones, chosen ones, words. */
const PASSWORDS = `
generated! {A16}
generated-with-signs! {A6}#{A4}!{A4}%x
leet! Tr0ub4dor&3
famous! hunter2
word-and-year Sommer2026!
at-sign P@ssw0rd!
upper-and-digits ABCD1234EF
long-words letmeinplease
digits 48151623`;

function passwordCases(secret: string): SecretCase[] {
  const plain = /^[a-z]+$/i.test(secret);
  const texts: Record<string, string> = {
    env: `DB_PASSWORD=${secret}\nDB_HOST=db.internal`,
    'env of a command': `PGPASSWORD='${secret}' psql -h db -U app`,
    json: `{"username": "app", "password": "${secret}"}`,
    'json in a string': JSON.stringify({ input: JSON.stringify({ user: 'app', password: secret }) }),
    'yaml, quoted': `db:\n  user: app\n  password: "${secret}"`,
    compose: `    environment:\n      POSTGRES_PASSWORD: ${secret}\n      POSTGRES_DB: app`,
    properties: `spring.datasource.username=app\nspring.datasource.password=${secret}\n`,
    code: `conn = connect(host="db", user="app", password="${secret}")`,
    'object literal': `const login = { user: 'app', pass: '${secret}', port: 25 };`,
    shell: `tool login --username app --password='${secret}'`,
    xml: `<server><id>x</id><password>${secret}</password></server>`,
    'connection string': `Server=tcp:db,1433;Database=x;User Id=app;Password=${secret};Encrypt=True;`,
    php: `define('DB_PASSWORD', '${secret}');`,
    'typed by the human': `log in with user app and password "${secret}"`.replace(plain ? '"app"' : '', ''),
  };
  if (!plain) {
    texts['yaml'] = `db:\n  user: app\n  password: ${secret}\n`;
    texts['ini'] = `[client]\nuser = app\npassword = ${secret}\n`;
    texts['prose'] = `The admin password is ${secret} on staging.`;
    texts['prose with a colon'] = `Password: ${secret}`;
    texts['other languages'] = `Das Passwort lautet: ${secret}\n密码：${secret}\nпароль: ${secret}`;
    texts['shell with a space'] = `tool login --password ${secret}`;
  } else delete texts['typed by the human'];
  return Object.entries(texts).map(([context, text]) => ({ context, text, secret }));
}

const entries = (lines: string): [name: string, template: string][] =>
  lines
    .trim()
    .split('\n')
    .map((line) => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]);

export const NAMED_SECRETS: readonly SecretKind[] = [
  ...entries(NAMED).map(
    ([name, template]): SecretKind => ({
      name: name.replace('!', ''),
      family: 'named',
      common: name.endsWith('!'),
      cases: (random) => namedCases(name.replace('!', ''), fake(template, random)),
    }),
  ),
  ...entries(PASSWORDS).map(
    ([name, template]): SecretKind => ({
      name: `password-${name.replace('!', '')}`,
      family: 'passwords',
      common: name.endsWith('!'),
      cases: (random) => passwordCases(fake(template, random)),
    }),
  ),
];
