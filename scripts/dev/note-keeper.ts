import type { ServerResponse } from 'node:http';
import type { Connect, Plugin } from 'vite';
import { readNotes, saveNote } from 'flow-atlas/notes/files';
import { formatNotes, parseNoteChange } from 'flow-atlas/notes/notes';
import { isFromHere, readBody } from './requests.ts';

/** Notes of product owners about the flows, one file for each flow (docs/flows.md). */
export const NOTES = 'docs/flow-notes';

const ADDRESS = '/flows/notes';
const LARGEST_CHANGE = 16_384;

/**
 * Keeps the notes of the atlas beside the shop in the project: `GET /flows/notes?flow=checkout` answers the file of a
 * flow, `POST` changes it by one note.
 */
export function createNoteKeeper(): Plugin {
  return {
    name: 'duka-note-keeper',
    configureServer: ({ middlewares }) => {
      middlewares.use(ADDRESS, (request, response) => {
        if (!isFromHere(request)) return void response.writeHead(405).end();
        return void answer(request, response).catch((error: unknown) => {
          response.writeHead(400, { 'content-type': 'text/plain' }).end(String(error));
        });
      });
    },
  };
}

async function answer(request: Connect.IncomingMessage, response: ServerResponse): Promise<void> {
  const flow = new URL(request.url ?? '/', 'http://here').searchParams.get('flow') ?? '';
  // The name of a flow is also the name of a file.
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(flow)) return void response.writeHead(404).end();
  if (request.method === 'GET') return sendNotes(response, formatNotes(readNotes(NOTES, flow)));
  const body = request.method === 'POST' ? await readBody(request, LARGEST_CHANGE) : null;
  if (body === null) return void response.writeHead(413).end();
  sendNotes(response, formatNotes(saveNote(NOTES, flow, parseNoteChange(body))));
}

function sendNotes(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(text);
}
