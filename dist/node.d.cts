import { Service } from './server.cjs';
import './chunk-survey.cjs';
import './chunk-flag.cjs';
import './chunk-store.cjs';

/** A request that was answered, or whose connection was closed before. */
interface ServedRequest {
    /** Epoch ms at which it arrived. */
    at: number;
    method: string;
    path: string;
    /** 0 when the connection was closed before the response was sent. */
    status: number;
    /** Milliseconds until the response was sent. */
    ms: number;
    /** Bytes of the response, with its headers. */
    bytes: number;
}

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
    /** Number of reverse proxies that a request passes. Each adds an address to `X-Forwarded-For`. Default: 0. */
    trustedProxies?: number;
    /** Called when a response was sent, for logs. */
    onResponse?: (request: ServedRequest) => void;
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
    /**
     * Stops listening, and closes each connection when its request is answered. `/readyz` answers 503 meanwhile.
     *
     * @param timeoutMs Time after which the remaining connections are closed. Default: 8 s, because containers are killed
     *   after 10.
     * @returns Whether every request was answered.
     */
    stop: (timeoutMs?: number) => Promise<boolean>;
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
export type { RunningServer, ServeOptions, ServedRequest };
