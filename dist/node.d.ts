import { Service } from './server.js';
import './service-store.js';

/**
 * The address that a service listens on.
 *
 * @example
 * ```ts
 * await serve(createService(), { port: 8000, host: '0.0.0.0' })
 * ```
 */
interface ServeOptions {
    /** Default: 0, any free port. */
    port?: number;
    /** Default: `127.0.0.1`, which only this machine can reach. */
    host?: string;
}
/**
 * A service that listens on a port.
 *
 * @example
 * ```ts
 * const server: RunningServer = await serve(createService())
 * await fetch(`${server.url}/flags`, { method: 'POST', body })
 * await server.close()
 * ```
 */
interface RunningServer {
    /** Without a slash at the end. */
    url: string;
    /** Stops listening and closes all connections. Resolves when the server has stopped. */
    close: () => Promise<void>;
}
/**
 * Serves a service over HTTP. Rejects when the port is not available.
 *
 * Serves the HTTP interface alone: an application has the browser scripts in its own bundle. `earshot serve` serves them
 * too. See D-405.
 *
 * @example
 * ```ts
 * const { url, close } = await serve(createService(), { port: 8000 })
 * ```
 */
declare function serve(service: Pick<Service, 'fetch'>, options?: ServeOptions): Promise<RunningServer>;

export { serve };
export type { RunningServer, ServeOptions };
