/** `fetch` that says how many bytes of a form are sent. The form's own bytes are few: what exceeds `total` is not told. */
export function countedFetch(total: number, onSent: (bytes: number) => void): typeof fetch {
  return async (input, init) => {
    if (!(init?.body instanceof FormData)) return fetch(input, init);
    // Encodes the form as fetch would, which sets the boundary.
    const encoded = new Response(init.body);
    const headers = new Headers(init.headers);
    headers.set('content-type', encoded.headers.get('content-type') ?? '');
    let sent = 0;
    const counter = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        sent += chunk.byteLength;
        onSent(Math.min(sent, total));
        controller.enqueue(chunk);
      },
    });
    const body = encoded.body!.pipeThrough(counter);
    const streamed: RequestInit & { duplex: 'half' } = { ...init, headers, body, duplex: 'half' };
    return fetch(input, streamed);
  };
}
