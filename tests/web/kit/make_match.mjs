// Makes fixtures/match.json: a match of three rounds between two partners, as the server keeps it. It
// was made once; screenshots and replays in tests are of this one.
// usage: JAIPUR_SERVER=PATH node kit/make_match.mjs FILE
import {writeFileSync} from 'node:fs';
import {Partner} from './partner.mjs';
import {startServer} from './server.mjs';
import {seeded} from './trader.mjs';

const server = await startServer('--no-limits');
for (let seed = 1; ; seed++) {
  const [asha, ravi] = await Promise.all([Partner.connect(server.origin), Partner.connect(server.origin)]);
  const {room} = await asha.asked({type: 'create_room', name: 'Asha', options: {}});
  await ravi.asked({type: 'join_room', room, name: 'Ravi'});
  await Promise.all([asha, ravi].map(one => one.asked({type: 'ready'})));
  await Promise.all([asha.playOn(seeded(seed)), ravi.playOn(seeded(seed + 1000))]);
  const {match, result} = asha.view;
  asha.close();
  ravi.close();
  if (result.rounds.length !== 3) continue;
  writeFileSync(process.argv[2], await (await fetch(`${server.origin}/replays/${match}`)).text());
  break;
}
await server.stop();
