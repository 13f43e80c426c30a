import { importTimes } from './bench/handlers/imports.ts';
import { linkTimes } from './bench/handlers/links.ts';
const F = '.build/functions/';
const files = new Map([['floor', '.build/bench/floor/index.mjs'], ['mono', '.build/bench/monolith/index.mjs'], ...['v2/organization/get-credits', 'v2/models/list-models', 'v2/invites/send-invite', 'member/session/open-session', 'v2/photos/list-photos','member/uploads/complete-upload', 'web/get-health', 'web/show-studio'].map((o) => [o, `${F}${o}/index.mjs`] as const)].map(([a, b]) => [a, `${process.cwd()}/${b}`] as const));
const t = await importTimes(files, 15);
for (const [n, x] of t) console.log(n.padEnd(34), x.toFixed(1), (x / t.get('floor')!).toFixed(3));
console.log(await linkTimes(9));
