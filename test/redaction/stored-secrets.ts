// biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts of other languages
import type { SecretKind } from './secret-kinds.ts';
import { PASSWORD, type Situated, situatedKinds } from './situated.ts';

const FILES: readonly Situated[] = [
  [
    'netrc!',
    PASSWORD,
    {
      file: 'machine api.example.com login ada password §',
      lines: 'machine api.example.com\n  login ada\n  password §\n',
    },
  ],
  ['pgpass', '{A12}', { file: 'db.internal:5432:app:ada:§\n' }],
  ['npmrc!', '{uuid}', { file: '//registry.example.com/:_auth¦Token=§\n', old: 'registry=x\n_auth¦Token=§' }],
  ['npmrc-auth', 'YWRhOn{b24}', { file: '//r.example.com/:_auth=§\n' }],
  ['pypirc', '{A40}', { file: '[pypi]\nusername = __token__\npassword = §\n' }],
  [
    'aws-credentials!',
    '{b40}',
    {
      file: '[default]\naws_access_key_id = AK¦IA{U16}\naws_secret_access_key = §\n',
      csv: 'Access key ID,Secret access key\nAK¦IA{U16},§\n',
      output: 'created AK¦IA{U16} with §',
    },
  ],
  ['kubeconfig-token!', '{A60}', { file: 'users:\n- name: ada\n  user:\n    token: §\n' }],
  [
    'kubeconfig-key',
    'LS0tLS1CRUdJ{b400}',
    { file: 'users:\n- name: ada\n  user:\n    client-key-data: §\n' },
  ],
  [
    'kubernetes-secret!',
    'c3VwZXJ{b18}==',
    {
      file: 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: app\ntype: Opaque\ndata:\n  dsn: §\n',
      json: '{"kind": "Secret", "data": {"dsn": "§"}}',
    },
  ],
  ['docker-config', 'YWRhOn{b26}', { file: '{"auths": {"https://index.docker.io/v1/": {"auth": "§"}}}' }],
  [
    'azure-connection!',
    '{b86}==',
    {
      env: 'AZURE_STORAGE_CONNECTION_STRING="DefaultEndpointsProtocol=https;AccountName=x;AccountKey=§;EndpointSuffix=core.windows.net"',
      bus: 'Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=§',
    },
  ],
  ['htpasswd', '{A8}$¦{A22}', { file: 'ada:$apr1$§\n' }],
  ['bcrypt', '{A53}', { file: "INSERT INTO users VALUES ('ada', '$2y$10$§');" }],
  ['shadow', '{A16}$¦{A86}', { file: 'root:$6$§:19000:0:99999:7:::' }],
  ['argon2', '{A22}$¦{A43}', { file: '$argon2id$v=19$m=65536,t=3,p=4$§' }],
  ['django-hash', '{A22}$¦{b43}=', { file: 'pbkdf2_sha256$600000$§' }],
  ['ldap-ssha', '{b40}', { file: 'userPassword: {SSHA}§' }],
  ['ntlm', '{h32}:{h32}', { output: 'Administrator:500:§:::' }],
  [
    'xml-setting',
    '{A32}',
    {
      'app.config': '<add key="ApiKey" value="§" />',
      maven: '<server><password>§</password></server>',
      spring: '<property name="password" value="§"/>',
    },
  ],
  [
    'gradle',
    PASSWORD,
    { file: "signingConfigs { release { storePassword '§' } }", kts: 'keyPassword = "§"' },
  ],
  [
    'tfvars',
    '{A24}',
    { file: 'db_password = "§"\n', tf: 'variable "x" {}\nprovider "y" { api_token = "§" }' },
  ],
  [
    'dockerfile',
    '{A24}',
    { file: 'FROM x\nENV SECRET_TOKEN §\nRUN y', arg: 'docker build --build-arg NPM_TOKEN=§ .' },
  ],
  [
    'actions-env',
    '{A32}',
    { file: 'env:\n  DEPLOY_TOKEN: §\n', task: '{"name": "DB_PASSWORD", "value": "§"}' },
  ],
  ['laravel', 'base64:{b43}=', { file: 'APP_KEY=§\n' }],
  ['wordpress', '{A20}^{A20}', { file: "define('AUTH_KEY', '§');" }],
  ['wifi', PASSWORD, { file: 'network={\n  ssid="home"\n  psk="§"\n}' }],
  ['redis-conf', '{A24}', { file: 'port 6379\nrequirepass §\n' }],
  ['my-cnf', PASSWORD, { file: '[client]\nuser=root\npassword=§\n' }],
  ['cisco', '08{h14}', { file: 'username ada password 7 §' }],
  ['html-input', PASSWORD, { file: '<input type="password" name="p" value="§">' }],
  ['block-scalar', '{A32}', { file: 'token: |\n  §\nnext: 1' }],
  ['wrapped-by-a-terminal', '{A60}\n{A20}', { output: '{\n  "access_token": "§",\n  "x": 1}' }],
];

const COMMANDS: readonly Situated[] = [
  [
    'mysql!',
    PASSWORD,
    { shell: 'mysql -u root -p§ app', quoted: "mysqldump --single-transaction -uroot -p'§' app > d.sql" },
  ],
  ['sshpass!', PASSWORD, { shell: "sshpass -p '§' ssh ada@host", bare: 'sshpass -p § scp a b:' }],
  [
    'curl-user!',
    '{A14}',
    {
      shell: 'curl -u ada:§ https://x.example.com',
      long: 'curl --user "ada:§" x',
      words: 'curl -u ada:letmein§ x',
    },
  ],
  [
    'docker-login',
    '{A14}',
    {
      shell: 'docker login -u ada -p § registry.example.com',
      pipe: 'echo "§" | docker login -u ada --password-stdin',
    },
  ],
  ['redis-cli', '{A14}', { shell: 'redis-cli -h cache -a § ping' }],
  [
    'openssl',
    '{A14}',
    { shell: 'openssl enc -aes-256-cbc -pass pass:§ -in a', passin: 'openssl rsa -passin pass:§ -in k' },
  ],
  ['htpasswd-command', '{A14}', { shell: 'htpasswd -bc .htpasswd ada §' }],
  ['sudo', '{A12}', { shell: "echo '§' | sudo -S apt update", chpasswd: "echo 'ada:§' | chpasswd" }],
  ['gh-secret', '{A30}', { shell: 'gh secret set DEPLOY --body "§"' }],
  ['mongo', '{A14}', { shell: 'mongosh "mongodb://h/db" -u ada -p §' }],
  ['ldap', '{A14}', { shell: 'ldapsearch -x -D cn=admin -w § -b dc=x' }],
  ['zip', '{A14}', { shell: 'zip -r -P § out.zip d', seven: '7z a -p§ out.7z d' }],
  ['sqlcmd', '{A14}', { shell: 'sqlcmd -S db -U sa -P § -Q "select 1"' }],
  ['rabbitmq', '{A14}', { shell: 'rabbitmqctl add_user ada §' }],
  ['az-login', '{A34}', { shell: 'az login --service-principal -u x -p § --tenant y' }],
  ['ngrok', '{A27}_{A21}', { shell: 'ngrok config add-authtoken §' }],
  ['kubectl-literal!', '{A16}', { shell: 'kubectl create secret generic x --from-literal=password=§' }],
  ['helm-set', '{A16}', { shell: 'helm upgrade x y --set auth.password=§,replicas=2' }],
  ['aws-configure', '{b40}', { shell: 'aws configure set aws_secret_access_key §' }],
  [
    'sql-mysql',
    PASSWORD,
    {
      sql: "CREATE USER 'ada'@'%' IDENTIFIED BY '§';",
      plugin: "ALTER USER ada IDENTIFIED WITH mysql_native_password BY '§';",
    },
  ],
  [
    'sql-postgres',
    PASSWORD,
    { sql: "CREATE ROLE ada WITH LOGIN PASSWORD '§';", words: "ALTER USER ada PASSWORD 'letmeinplease§'" },
  ],
  [
    'powershell',
    PASSWORD,
    { shell: '$p = ConvertTo-SecureString "§" -AsPlainText -Force', env: '$env:API_TOKEN = "§"' },
  ],
  ['java-property', '{A20}', { shell: 'java -Djavax.net.ssl.keyStorePassword=§ -jar a.jar' }],
  ['smb', '{A12}', { shell: 'smbclient //host/share -U ada%§' }],
  [
    'code-call',
    '{A32}',
    {
      java: 'builder.apiKey("§").build()',
      setter: 'client.setAccessToken("§");',
      env: 'setenv("API_TOKEN", "§", 1);',
      go: 'cfg := Config{APIKey: "§"}',
      rust: 'let api_key = "§";',
      ruby: ":api_token => '§'",
      csharp: 'string apiKey = @"§";',
      bytes: "SECRET_KEY = b'§'",
      compare: 'if (token === "§") {',
      default: 'os.getenv("API_KEY", "§")',
    },
  ],
];

export const STORED_SECRETS: readonly SecretKind[] = [
  ...situatedKinds('files', FILES),
  ...situatedKinds('commands', COMMANDS),
];
