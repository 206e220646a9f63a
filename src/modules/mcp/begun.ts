/**
 * The same response, once the first part of its body is there. The library answers the older versions of the protocol with
 * an event stream that begins before its tool has run: the request would no longer count as one in progress.
 */
export async function begun(response: Response): Promise<Response> {
  if (!response.body) return response;
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const first = await reader.read();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => (first.done ? controller.close() : controller.enqueue(first.value)),
    pull: async (controller) => {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return new Response(body, { status: response.status, headers: response.headers });
}
