// Writes generated/messages.ts, the types of all messages from the protocol's JSON Schemas, and
// generated/check_replay.js, which validates a replay (without `eval`, as the Content-Security-Policy requires). Neither
// is in the repository.
import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import Ajv2020 from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import {compile} from 'json-schema-to-typescript';

const here = dirname(fileURLToPath(import.meta.url));
const schemas = join(here, '../../protocol/schema');
const generated = join(here, 'generated');

const load = path => JSON.parse(readFileSync(join(schemas, path), 'utf8'));
const pascal = name => name.replace(/(^|_)([a-z])/g, (_, __, letter) => letter.toUpperCase());

// One schema that contains all others as definitions, named like their types.
function gathered(folders) {
  const definitions = {};
  const renamed = node => {
    if (Array.isArray(node)) return node.map(renamed);
    if (node === null || typeof node !== 'object') return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) =>
        key === '$ref' ? [key, '#/definitions/' + pascal(value.split('/').pop())] : [key, renamed(value)]));
  };
  const add = (name, schema) => {
    const {$id, $schema, title, ...rest} = schema;
    definitions[pascal(name)] = renamed(rest);
  };
  for (const [name, schema] of Object.entries(load('defs.json').$defs)) add(name, schema);
  const unions = {};
  for (const [folder, suffix] of Object.entries(folders)) {
    const files = readdirSync(join(schemas, folder)).filter(file => file.endsWith('.json')).sort();
    const names = files.map(file => file.slice(0, -5));
    for (const name of names) add(name + suffix, load(`${folder}/${name}.json`));
    unions[folder] = names.map(name => ({$ref: '#/definitions/' + pascal(name + suffix)}));
  }
  return {definitions, unions};
}

async function messages() {
  const {definitions, unions} = gathered({client: '_request', server: '_message', http: ''});
  const root = {
    title: 'Protocol', type: 'object', additionalProperties: false, required: ['request', 'message', 'replay'],
    properties: {request: {oneOf: unions.client}, message: {oneOf: unions.server}, replay: unions.http[0]},
    definitions,
  };
  return compile(root, 'Protocol', {
    bannerComment: '// Made by types.mjs from protocol/schema. Do not edit.',
    format: false,
    unreachableDefinitions: true,
    ignoreMinAndMaxItems: false,
    maxItems: 2,
  });
}

function check_replay() {
  const ajv = new Ajv2020({code: {source: true, esm: true}, allErrors: false, strict: true, allowUnionTypes: true});
  ajv.addSchema(load('defs.json'));
  return standaloneCode(ajv, ajv.compile(load('http/replay.json')));
}

mkdirSync(generated, {recursive: true});
writeFileSync(join(generated, 'messages.ts'), await messages());
writeFileSync(join(generated, 'check_replay.js'), check_replay());
