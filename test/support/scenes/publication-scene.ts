import type { ApiClient, Json } from '../api/api-client.js';
import { dataModule, dmRef, pmEntry, publicationModule, type Code } from '../manuals/s1000d-modules.js';
import { importFiles, type Imported } from './import-scene.js';
import { ok } from './webhook-acts.js';

export const REMOVAL_CODE = 'SKARV46-A-32-41-00-00A-520A-A';

/** A data module with one paragraph. */
export const wheelModule = (information: string, text: string, issue = '003'): string =>
  dataModule(`<description><levelledPara><title>Wheel</title><para>${text}</para></levelledPara></description>`, {
    ...{ information, issue, informationName: `Info ${information}` },
  });

const stated = (issue: string): string => `<issueInfo issueNumber="${issue}" inWork="00"/>`;

/** A reference that states an issue. */
export const issueRef = (code: Code, issue: string): string => dmRef(code, undefined, stated(issue));

/** A publication of the removal (issue 003) and an installation, in a chapter. */
export const wheelPublication = (options: Parameters<typeof publicationModule>[1] = {}): string =>
  publicationModule(
    pmEntry('Chapter 32', pmEntry('Wheels', issueRef({}, '003') + dmRef({ information: '720' }, 'Wheel - Install'))),
    options,
  );

/** Imports the files; answers the publication of the item at the path too. */
export async function importPublication(
  api: ApiClient,
  files: Record<string, string>,
  path = 'pm.xml',
  fields: Record<string, string> = {},
): Promise<Imported & { id: string }> {
  const imported = await importFiles(api, files, fields);
  const item = imported.items.find((one) => one.path === path);
  return { ...imported, id: (item?.publication_id ?? '') as string };
}

export const members = async (api: ApiClient, id: string): Promise<Json[]> =>
  ((await ok(api.get(`/publications/${id}`))) as unknown as { members: Json[] }).members;
