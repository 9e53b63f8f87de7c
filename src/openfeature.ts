export { EarshotProvider, type EarshotProviderOptions } from './openfeature/provider'
