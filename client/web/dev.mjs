// Serves the page for development: rebuilds it whenever a browser opens it, and passes everything else on to a server.
// usage: node dev.mjs [--listen PORT] [--server HOST:PORT]
import {spawnSync} from 'node:child_process';
import {createReadStream, existsSync, mkdtempSync} from 'node:fs';
import {createServer, request} from 'node:http';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {dirname, extname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';

const here = dirname(fileURLToPath(import.meta.url));
const {values} = parseArgs({options: {listen: {type: 'string', default: '8080'}, server: {type: 'string', default: '127.0.0.1:7777'}}});
const [host, port] = values.server.split(/:(?=\d+$)/);
const site = mkdtempSync(join(tmpdir(), 'jaipur-page-'));
const types = {
  '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml',
  '.png': 'image/png', '.webmanifest': 'application/manifest+json', '.woff2': 'font/woff2',
};

const run = (...script) => spawnSync('node', script, {cwd: here, stdio: 'inherit'});
const rebuild = () => run('build.mjs', '--out', site, '--dev');

const server = createServer((incoming, response) => {
  const path = new URL(incoming.url, 'http://page').pathname;
  const isPage = incoming.headers['upgrade-insecure-requests'] === '1' && !extname(path) && !path.startsWith('/replays/');
  if (isPage) rebuild();
  const file = join(site, isPage ? 'index.html' : path);
  if (file.startsWith(site) && existsSync(file) && extname(file)) {
    response.writeHead(200, {'Content-Type': types[extname(file)] ?? 'application/octet-stream', 'Cache-Control': 'no-store'});
    createReadStream(file).pipe(response);
    return;
  }
  const onward = request({host, port, path: incoming.url, method: incoming.method, headers: incoming.headers}, answer => {
    response.writeHead(answer.statusCode, answer.headers);
    answer.pipe(response);
  });
  onward.on('error', () => response.writeHead(502).end('The server does not answer.\n'));
  incoming.pipe(onward);
});
server.on('upgrade', (incoming, socket, head) => {
  const onward = connect(Number(port), host, () => {
    const headers = incoming.rawHeaders.map((text, i) => (i % 2 ? `${text}\r\n` : `${text}: `)).join('');
    onward.write(`GET ${incoming.url} HTTP/1.1\r\n${headers}\r\n`);
    onward.write(head);
    onward.pipe(socket).pipe(onward);
  });
  onward.on('error', () => socket.destroy());
  socket.on('error', () => onward.destroy());
});
run('types.mjs'); // a fresh checkout has none
rebuild();
server.listen(Number(values.listen), '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}/`));
