/** Saves the body of an answer as a file of the user. */
export async function saveFile(response: Response, name: string): Promise<void> {
  saveBlob(await response.blob(), name);
}

export function saveBlob(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  Object.assign(link, { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
