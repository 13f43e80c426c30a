import { lockOf } from './scripts/build/native-lock.ts';
import { readFileSync, writeFileSync, mkdirSync } from 'node:fs';
const l = lockOf(readFileSync('package-lock.json','utf8'),'sharp');
mkdirSync('/tmp/wt-up-native',{recursive:true});
writeFileSync('/tmp/wt-up-native/package.json',JSON.stringify(l.manifest));
writeFileSync('/tmp/wt-up-native/package-lock.json',JSON.stringify(l.lockfile));
