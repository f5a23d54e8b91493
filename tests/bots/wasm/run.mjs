// Runs a WebAssembly program under Node.js's WASI; it can read files of one folder, as /files.
//
// usage: node run.mjs PROGRAM FOLDER [ARGUMENT…]
import {readFile} from 'node:fs/promises';
import {WASI} from 'node:wasi';

const [program, folder, ...args] = process.argv.slice(2);
const wasi = new WASI({version: 'preview1', args: [program, ...args], preopens: {'/files': folder}});
const {instance} = await WebAssembly.instantiate(await readFile(program), wasi.getImportObject());
process.exitCode = wasi.start(instance);
