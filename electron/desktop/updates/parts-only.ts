/** The part of electron-updater's HTTP executor that is used here. */
type Request = { emit(event: 'error', error: Error): unknown; abort(): void };
type Asked = { readonly headers?: Readonly<Record<string, unknown>> | null };
type Answer = { readonly statusCode?: number };
export type Network = { createRequest(asked: Asked, answered: (answer: Answer) => void): Request };

const PARTIAL = 206;

/**
 * A server without range requests answers with the whole file, which electron-updater would write in place of each part: hundreds of times the file. An answer that is not
 * a part ends the differential download, and the file is then fetched whole, once.
 */
export function partsOnly(network: Network): void {
  const create = network.createRequest.bind(network);
  network.createRequest = (asked, answered) => {
    const isOfPart = Object.keys(asked.headers ?? {}).some((name) => name.toLowerCase() === 'range');
    const request = create(asked, (answer) => {
      if (!isOfPart || answer.statusCode === PARTIAL) return answered(answer);
      request.emit('error', new Error('the server gives no parts of files'));
      request.abort();
    });
    return request;
  };
}
