import { operationsOf, titleOf } from './description.mjs';

/** What a language model must know to use the API, in the form of https://llmstxt.org. Links are relative to the host. */
export function llmsTextOf(document, introduction) {
  const operations = operationsOf(document);
  const line = (operation) =>
    `- [${titleOf(operation)}](/docs#${operation.operationId}): \`${operation.method.toUpperCase()} ${operation.route}\`. ${operation.summary.replaceAll('\n', ' ')}`;
  const group = ({ name, tags }) =>
    `## ${name}\n\n${operations
      .filter((operation) => tags.includes(operation.tags[0]))
      .map(line)
      .join('\n')}\n`;
  return [
    `# ${document.info.title}\n\n> ${document.info.description}\n`,
    introduction.replaceAll('(operation:', '(/docs#').trim(),
    '\n## Descriptions\n',
    '- [OpenAPI 3.1](/openapi.json): all operations, with examples',
    '- [AsyncAPI 3.0](/asyncapi.json): webhooks and streams\n',
    ...document['x-tagGroups'].map(group),
  ].join('\n');
}
