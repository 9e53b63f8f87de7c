import { Provider, OpenFeatureEventEmitter } from '@openfeature/web-sdk';
import { EarshotClient } from 'earshot';

/** Options of `EarshotProvider`. */
interface EarshotProviderOptions {
    /** Whether the targeting key logs a person in, and its absence afterwards logs them out. Default: false. */
    identify?: boolean;
    /** Whether an evaluation is reported as `$feature_flag_called`. Default: true. */
    sendEvents?: boolean;
    /** Names of context attributes that tracked events carry. Default: none. */
    trackedAttributes?: string[];
    /** Maximum time to wait for the flags of a context. Default: 5000. */
    timeoutMs?: number;
}
/**
 * Creates an OpenFeature provider of a client. The client belongs to the page: closing the provider leaves it running.
 *
 * ```ts
 * const client = init('phc_your_project_key', { api_host: 'https://events.example.com' })
 * await OpenFeature.setProviderAndWait(new EarshotProvider(client), { plan: 'team' })
 * OpenFeature.getClient().getBooleanValue('new-checkout', false)
 * ```
 *
 * See D-465 to D-468.
 */
declare class EarshotProvider implements Provider {
    readonly metadata: {
        name: string;
    };
    readonly runsOn: 'client';
    readonly domainScoped: true;
    readonly events: OpenFeatureEventEmitter;
    readonly initialize: Provider['initialize'];
    readonly onContextChange: Provider['onContextChange'];
    readonly onClose: () => Promise<void>;
    readonly track: NonNullable<Provider['track']>;
    readonly resolveBooleanEvaluation: Provider['resolveBooleanEvaluation'];
    readonly resolveStringEvaluation: Provider['resolveStringEvaluation'];
    readonly resolveNumberEvaluation: Provider['resolveNumberEvaluation'];
    readonly resolveObjectEvaluation: Provider['resolveObjectEvaluation'];
    constructor(client: EarshotClient, options?: EarshotProviderOptions);
}

export { EarshotProvider };
export type { EarshotProviderOptions };
