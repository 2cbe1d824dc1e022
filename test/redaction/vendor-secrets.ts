import { fake } from './fake.ts';
import type { SecretCase, SecretKind } from './secret-kinds.ts';

type Family = SecretKind['family'];

/** Name (a `!` marks the common ones) and template, see `fake`. */
const VENDORS: Readonly<Partial<Record<Family, string>>> = {
  models: `
anthropic! sk¦-ant-api03-{u93}AA
anthropic-admin sk¦-ant-admin01-{u93}AA
anthropic-oauth! sk¦-ant-oat01-{u86}AA
openai-project! sk¦-proj-{u74}T3Blbk¦FJ{u74}
openai-legacy! sk¦-{A20}T3Blbk¦FJ{A20}
openai-service-account sk¦-svcacct-{u58}T3Blbk¦FJ{u58}
deepseek sk¦-{h32}
openrouter! sk¦-or-v1-{h64}
langfuse sk¦-lf-{uuid}
google-api! AI¦za{u35}
google-oauth-access ya¦29.{u120}
google-oauth-refresh 1¦//0{u60}
google-oauth-secret GO¦CSPX-{u28}
huggingface! h¦f_{A34}
groq! gs¦k_{A52}
xai! xa¦i-{A80}
perplexity pp¦lx-{A48}
replicate r8¦_{A37}
fireworks fw¦_{A24}
cerebras cs¦k-{l48}
nvidia nv¦api-{u64}
together tg¦p_v1_{u43}
langsmith ls¦v2_pt_{h32}_{h10}
pinecone pc¦sk_{A5}_{A60}
tavily tv¦ly-{A32}
firecrawl fc¦-{h32}
elevenlabs sk¦_{h48}
voyage pa¦-{u43}
jina ji¦na_{h32}{u32}
e2b e2¦b_{h40}
runpod rp¦a_{U40}
cursor cr¦sr_{h64}
wandb-v1 wandb¦_v1_{A40}
zhipu {h32}.{A16}`,
  code: `
github-classic! gh¦p_{A36}
github-oauth! gh¦o_{A36}
github-user gh¦u_{A36}
github-server! gh¦s_{A36}
github-refresh gh¦r_{A36}
github-fine-grained! github¦_pat_{A22}_{A59}
gitlab-personal! gl¦pat-{u20}
gitlab-deploy gl¦dt-{u20}
gitlab-runner gl¦rt-{u20}
gitlab-registration GR13¦48941{u20}
bitbucket-app AT¦BB{A32}
bitbucket-repository AT¦CTT3xFfG{u150}={h8}
atlassian AT¦ATT3xFfGF0{u170}={h8}
npm! np¦m_{A36}
pypi! py¦pi-AgEIcHlwaS5vcmc{u150}
rubygems ruby¦gems_{h48}
crates ci¦o{A32}
nuget oy¦2{l43}
clojars CLO¦JARS_{h60}
docker-hub! dc¦kr_pat_{u27}
jfrog-key AK¦Cp{A69}
jfrog-reference cm¦VmdGtuOj{A54}
circleci CC¦IPAT_{A22}_{h40}
buildkite bk¦ua_{h40}
sonar sq¦u_{h40}
sourcegraph sg¦p_{h16}_{h40}
postman PM¦AK-{h24}-{h34}
figma fi¦gd_{u40}
linear! lin¦_api_{A40}
notion! nt¦n_{A46}
notion-legacy sec¦ret_{A43}
asana 1/{d16}:{h32}
clickup pk¦_{d8}_{U32}`,
  cloud: `
aws-key-id! AK¦IA{U16}
aws-temporary-id AS¦IA{U16}
aws-session-token IQ¦oJb3JpZ2lu{b200}
aws-bedrock AB¦SK{b110}
azure-client-secret! {A3}8¦Q~{A34}
azure-storage-key {b76}+AS¦t{A6}==
azure-devops {A76}AZ¦DO{A4}
digitalocean! do¦p_v1_{h64}
cloudflare-user cf¦ut_{A40}
cloudflare-origin v1¦.0-{h24}-{h146}
vercel vc¦p_{A56}
vercel-blob vercel¦_blob_rw_{A16}_{A30}
netlify! nf¦p_{A36}
heroku HR¦KU-{uuid}
fly fm¦2_{b120}
render rn¦d_{A28}
supabase-token sb¦p_{h40}
supabase-secret sb¦_secret_{u31}
neon na¦pi_{l64}
planetscale-token ps¦cale_tkn_{u43}
planetscale-password ps¦cale_pw_{u43}
mongodb-atlas md¦b_sa_sk_{u40}
databricks da¦pi{h32}
vault! hv¦s.{u90}
terraform-cloud {A14}.atlas¦v1.{u67}
pulumi pu¦l-{h40}
doppler dp¦.pt.{A43}
1password-service op¦s_eyJ{b300}
1password-secret-key A¦3-{U6}-{U6}-{U5}-{U5}-{U5}-{U5}
tailscale ts¦key-auth-{A12}CNTRL-{A32}
alibaba LT¦AI{A20}
grafana-cloud gl¦c_{b80}
grafana-service gl¦sa_{A32}_{h8}
sentry sn¦trys_{b120}
newrelic NR¦AK-{U27}
dynatrace dt¦0c01.{U24}.{U64}
honeycomb hc¦aik_{l58}
posthog ph¦x_{A43}
launchdarkly sdk¦-{uuid}
openshift sha¦256~{u43}
firebase-server {A11}:APA¦91b{u134}`,
  services: `
slack-bot! xo¦xb-{d12}-{d13}-{A24}
slack-user xo¦xp-{d12}-{d12}-{d13}-{h32}
slack-app xa¦pp-1-A{U10}-{d13}-{h64}
slack-refresh xo¦xe.xoxp-1-{A140}
stripe-live! sk¦_live_{A24}
stripe-restricted rk¦_live_{A24}
stripe-test sk¦_test_{A24}
stripe-webhook wh¦sec_{A32}
twilio-key SK¦{h32}
sendgrid! SG¦.{u22}.{u43}
mailgun ke¦y-{h32}
mailchimp {h32}-u¦s12
resend re¦_{A8}_{A24}
brevo xk¦eysib-{h64}-{A16}
square-access sq¦0atp-{u22}
square-secret sq¦0csp-{u43}
facebook EA¦A{A180}
paypal access_¦token$production$\{l16}$\{h32}
shopify sh¦pat_{h32}
razorpay rz¦p_live_{A14}
plaid access¦-production-{uuid}
shippo ship¦po_live_{h40}
easypost EZ¦AK{A54}
duffel duf¦fel_live_{u43}
flutterwave FLW¦SECK_TEST-{h32}-X
airtable pa¦t{A14}.{h64}
contentful CF¦PAT-{u43}
typeform tf¦p_{u44}_{A14}
hubspot pat¦-na1-{uuid}
dropbox s¦l.{u140}
adobe p8¦e-{l32}
apify api¦fy_api_{A36}
polar pol¦ar_oat_{A43}
telegram! {d10}:A¦A{u33}
discord-bot! M{A23}.{u6}.{u38}
twitter-bearer AAAAAAAAAA¦AAAAAAAAAAAA{A60}
jwt! ey¦JhbGciOiJIUzI1NiJ9.ey¦J{u80}.{u43}
jwe ey¦JhbGciOiJSU0EifQ.{u60}.{u22}.{u80}.{u22}`,
  keys: `
age! AGE-SECRET¦-KEY-1{U58}
extended-private-key xp¦rv{A107}`,
};

/** Wherever a token that tells itself may stand; the names around it promise nothing in the first ones. */
function tokenCases(secret: string): SecretCase[] {
  const inString = JSON.stringify(JSON.stringify({ command: `export X_TOKEN=${secret}\nmake deploy` }));
  const texts: Record<string, string> = {
    prose: `I pasted ${secret} into the settings yesterday.`,
    log: `2026-01-02T03:04:05Z INFO client ready (${secret}), 3 workers`,
    code: `const client = new Client('${secret}');`,
    markdown: `Use \`${secret}\` for staging:\n- works`,
    env: `export SERVICE_API_KEY=${secret}\n`,
    json: `{"service": "x", "apiKey": "${secret}", "retries": 3}`,
    'json in a string': inString,
    shell: `deploy --token ${secret} --verbose`,
    header: `curl -sS -H "Authorization: Bearer ${secret}" https://api.example.com/v1/me`,
    file: `service:\n  token: ${secret}\n  region: eu\n`,
    diff: `+  key: "${secret}"\n-  key: ""`,
  };
  return Object.entries(texts).map(([context, text]) => ({ context, text, secret }));
}

export const VENDOR_SECRETS: readonly SecretKind[] = Object.entries(VENDORS).flatMap(([family, lines]) =>
  lines
    .trim()
    .split('\n')
    .map((line): SecretKind => {
      const [name = '', template = ''] = line.split(' ');
      return {
        name: name.replace('!', ''),
        family: family as Family,
        common: name.endsWith('!'),
        cases: (random) => tokenCases(fake(template, random)),
      };
    }),
);
