import { Service } from './server.js';

/** Where a service listens. */
interface ServeOptions {
    /** 0, the default, takes any free port. */
    port?: number;
    /** The default, `127.0.0.1`, is reachable from this machine alone. */
    host?: string;
}
/** A service that listens. */
interface Serving {
    /** Without a slash at the end. */
    url: string;
    /** Stops listening and ends open connections; settles when it is done. */
    close: () => Promise<void>;
}
/**
 * Puts a service on a port.
 *
 * ```ts
 * const { url, close } = await serve(createService(), { port: 8000 })
 * ```
 *
 * Rejects when the port cannot be had.
 */
declare function serve(service: Pick<Service, 'fetch'>, options?: ServeOptions): Promise<Serving>;

export { serve };
export type { ServeOptions, Serving };
