'use strict';

var tables = require('./service-tables.cjs');
var failures = require('./service-failures.cjs');

function createEmitter(onThrow, start) {
  const listeners = /* @__PURE__ */ new Set();
  let stop;
  const emit = (detail) => {
    for (const listener of [...listeners]) {
      try {
        listener(detail);
      } catch (error) {
        onThrow(error);
      }
    }
  };
  return {
    on(listener) {
      const wrapper = (detail) => listener(detail);
      listeners.add(wrapper);
      stop ?? (stop = start?.(emit));
      return () => {
        listeners.delete(wrapper);
        if (listeners.size > 0) return;
        stop?.();
        stop = void 0;
      };
    },
    hasListeners: () => listeners.size > 0,
    emit
  };
}

const SMALL_BODY_BYTES = 64 * 1024;
function createBodyBudget(maxBytes) {
  let total = 0;
  return () => {
    let own = 0;
    return {
      growTo: (bytes) => {
        if (bytes <= SMALL_BODY_BYTES) return true;
        if (total - own + bytes > maxBytes) return false;
        total += bytes - own;
        own = bytes;
        return true;
      },
      release: () => {
        total -= own;
        own = 0;
      }
    };
  };
}

async function readStream(stream, refusal) {
  const reader = stream.getReader();
  const chunks = [];
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    length += read.value.length;
    const reason = refusal(length);
    if (reason !== void 0) {
      await reader.cancel();
      return reason;
    }
    chunks.push(read.value);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.length;
  }
  return bytes;
}

const BASE_URL = "http://earshot.local";
const NO_BODY = new Uint8Array(0);
async function parseRequest(input, init, maxBytes, reservation) {
  const request = typeof input === "object" && "url" in input ? input : void 0;
  const url = new URL(request ? request.url : String(input), BASE_URL);
  const headers = { ...headerRecord(request?.headers), ...headerRecord(init?.headers) };
  const method = (init?.method ?? request?.method ?? "GET").toUpperCase();
  const type = impliedContentType(init?.body);
  if (type && headers["content-type"] === void 0) headers["content-type"] = type;
  const body = await readBody(request, init?.body, {
    method,
    contentLength: headers["content-length"],
    maxBytes,
    reservation
  });
  return {
    method,
    url,
    headers,
    header: (name) => headers[name.toLowerCase()],
    body: typeof body === "string" ? NO_BODY : body,
    isBodyTooLarge: body === "tooLarge",
    isBodyRefused: body === "refused",
    signal: (init?.signal === void 0 ? request?.signal : init.signal) ?? void 0,
    ip: void 0
  };
}
function headerRecord(headers) {
  if (!headers) return {};
  const record = {};
  const addHeader = (value, name) => {
    if (value !== void 0 && value !== null) record[name.toLowerCase()] = String(value);
  };
  if (Array.isArray(headers)) for (const [name, value] of headers) addHeader(value, name);
  else if (typeof headers.forEach === "function") headers.forEach(addHeader);
  else for (const [name, value] of Object.entries(headers)) addHeader(value, name);
  return record;
}
function impliedContentType(source) {
  if (typeof source === "string") return "text/plain;charset=UTF-8";
  if (isSearchParams(source)) return "application/x-www-form-urlencoded;charset=UTF-8";
  return isBlob(source) && source.type ? source.type : void 0;
}
async function readBody(request, initBody, { method, contentLength, maxBytes, reservation }) {
  if (contentLength !== void 0 && Number(contentLength) > maxBytes) return "tooLarge";
  if (initBody !== null && initBody !== void 0) return withinLimit(maxBytes, await bodyBytes(initBody));
  if (!request || method === "GET" || method === "HEAD") return NO_BODY;
  if (contentLength !== void 0) {
    if (!reservation.growTo(Number(contentLength))) return "refused";
    return withinLimit(maxBytes, new Uint8Array(await request.arrayBuffer()));
  }
  if (!request.body) return NO_BODY;
  return readStream(request.body, (length) => {
    if (length > maxBytes) return "tooLarge";
    return reservation.growTo(length) ? void 0 : "refused";
  });
}
function withinLimit(maxBytes, bytes) {
  return bytes.length > maxBytes ? "tooLarge" : bytes;
}
async function bodyBytes(source) {
  if (typeof source === "string") return new TextEncoder().encode(source);
  if (isSearchParams(source)) return new TextEncoder().encode(source.toString());
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  if (isBlob(source)) return new Uint8Array(await source.arrayBuffer());
  return new Uint8Array(await new Response(source).arrayBuffer());
}
function isSearchParams(source) {
  return Object.prototype.toString.call(source) === "[object URLSearchParams]";
}
function isBlob(source) {
  return typeof source === "object" && source !== null && "arrayBuffer" in source && "type" in source;
}

//#region src/http-exception.ts
/**
* `HTTPException` must be used when a fatal error such as authentication failure occurs.
*
* @see {@link https://hono.dev/docs/api/exception}
*
* @param {StatusCode} status - status code of HTTPException
* @param {HTTPExceptionOptions} options - options of HTTPException
* @param {HTTPExceptionOptions["res"]} options.res - response of options of HTTPException
* @param {HTTPExceptionOptions["message"]} options.message - message of options of HTTPException
* @param {HTTPExceptionOptions["cause"]} options.cause - cause of options of HTTPException
*
* @example
* ```ts
* import { HTTPException } from 'hono/http-exception'
*
* // ...
*
* app.post('/auth', async (c, next) => {
*   // authentication
*   if (authorized === false) {
*     throw new HTTPException(401, { message: 'Custom error message' })
*   }
*   await next()
* })
* ```
*/
var HTTPException = class extends Error {
	res;
	status;
	/**
	* Creates an instance of `HTTPException`.
	* @param status - HTTP status code for the exception. Defaults to 500.
	* @param options - Additional options for the exception.
	*/
	constructor(status = 500, options) {
		super(options?.message, { cause: options?.cause });
		this.res = options?.res;
		this.status = status;
	}
	/**
	* Returns the response object associated with the exception.
	* If a response object is not provided, a new response is created with the error message and status code.
	* @returns The response object.
	*/
	getResponse() {
		if (this.res) return new Response(this.res.body, {
			status: this.status,
			headers: this.res.headers
		});
		return new Response(this.message, { status: this.status });
	}
};

//#region src/request/constants.ts
const GET_MATCH_RESULT = Symbol();

const bufferToFormData = (arrayBuffer, contentType) => {
	return new Response(arrayBuffer, { headers: { "Content-Type": contentType.replace(/^[^;]+/, (mediaType) => mediaType.toLowerCase()) } }).formData();
};

//#region src/utils/body.ts
const MAX_NESTED_OBJECTS = 1e4;
const isRawRequest = (request) => "headers" in request;
const parseBody = async (request, options = Object.create(null)) => {
	const { all = false, dot = false } = options;
	const mediaType = (isRawRequest(request) ? request.headers : request.raw.headers).get("Content-Type")?.split(";")[0].trim().toLowerCase();
	if (mediaType === "multipart/form-data" || mediaType === "application/x-www-form-urlencoded") return parseFormData(request, {
		all,
		dot
	});
	return {};
};
/**
* Parses form data from a request.
*
* @template T - The type of the parsed body data.
* @param {HonoRequest | Request} request - The request object containing form data.
* @param {ParseBodyOptions} options - Options for parsing the form data.
* @returns {Promise<T>} The parsed body data.
*/
async function parseFormData(request, options) {
	if (!isRawRequest(request) && request.bodyCache.formData) return convertFormDataToBodyData(await request.bodyCache.formData, options);
	const headers = isRawRequest(request) ? request.headers : request.raw.headers;
	const arrayBuffer = await request.arrayBuffer();
	const formDataPromise = bufferToFormData(arrayBuffer, headers.get("Content-Type") || "");
	if (!isRawRequest(request)) request.bodyCache.formData = formDataPromise;
	const formData = await formDataPromise;
	if (formData) return convertFormDataToBodyData(formData, options);
	return {};
}
/**
* Converts form data to body data based on the provided options.
*
* @template T - The type of the parsed body data.
* @param {FormData} formData - The form data to convert.
* @param {ParseBodyOptions} options - Options for parsing the form data.
* @returns {T} The converted body data.
*/
function convertFormDataToBodyData(formData, options) {
	const form = Object.create(null);
	const nestingState = { count: 0 };
	formData.forEach((value, key) => {
		if (!(options.all || key.endsWith("[]"))) form[key] = value;
		else handleParsingAllValues(form, key, value);
	});
	if (options.dot) Object.entries(form).forEach(([key, value]) => {
		if (key.includes(".")) {
			handleParsingNestedValues(form, key, value, nestingState);
			delete form[key];
		}
	});
	return form;
}
/**
* Handles parsing all values for a given key, supporting multiple values as arrays.
*
* @param {BodyData} form - The form data object.
* @param {string} key - The key to parse.
* @param {FormDataEntryValue} value - The value to assign.
*/
const handleParsingAllValues = (form, key, value) => {
	if (form[key] !== void 0) {
		if (Array.isArray(form[key])) form[key].push(value);
		else form[key] = [form[key], value];
	} else if (!key.endsWith("[]")) form[key] = value;
	else form[key] = [value];
};
/**
* Handles parsing nested values using dot notation keys.
*
* @param {BodyData} form - The form data object.
* @param {string} key - The dot notation key.
* @param {BodyDataValue} value - The value to assign.
* @param {{ count: number }} state - The state object tracking nesting depth.
*/
const handleParsingNestedValues = (form, key, value, state) => {
	if (/(?:^|\.)__proto__\./.test(key)) return;
	let nestedForm = form;
	const keys = key.split(".", 34);
	if (keys.length > 33) throwNestingLimitExceeded();
	keys.forEach((key, index) => {
		if (index === keys.length - 1) nestedForm[key] = value;
		else {
			if (!nestedForm[key] || typeof nestedForm[key] !== "object" || Array.isArray(nestedForm[key]) || nestedForm[key] instanceof File) {
				if (state.count++ >= MAX_NESTED_OBJECTS) throwNestingLimitExceeded();
				nestedForm[key] = Object.create(null);
			}
			nestedForm = nestedForm[key];
		}
	});
};
const throwNestingLimitExceeded = () => {
	throw new Error("Nesting limit exceeded");
};

//#region src/utils/url.ts
const splitPath = (path) => {
	const paths = path.split("/");
	if (paths[0] === "") paths.shift();
	return paths;
};
const splitRoutingPath = (routePath) => {
	const { groups, path } = extractGroupsFromPath(routePath);
	const paths = splitPath(path);
	return replaceGroupMarks(paths, groups);
};
const extractGroupsFromPath = (path) => {
	const groups = [];
	path = path.replace(/\{[^}]+\}/g, (match, index) => {
		const mark = `@${index}`;
		groups.push([mark, match]);
		return mark;
	});
	return {
		groups,
		path
	};
};
const replaceGroupMarks = (paths, groups) => {
	for (let i = groups.length - 1; i >= 0; i--) {
		const [mark] = groups[i];
		for (let j = paths.length - 1; j >= 0; j--) if (paths[j].includes(mark)) {
			paths[j] = paths[j].replace(mark, groups[i][1]);
			break;
		}
	}
	return paths;
};
const patternCache = {};
const getPattern = (label, next) => {
	if (label === "*") return "*";
	const match = label.match(/^\:([^\{\}]+)(?:\{(.+)\})?$/);
	if (match) {
		const cacheKey = `${label}#${next}`;
		if (!patternCache[cacheKey]) {
			if (match[2]) patternCache[cacheKey] = next && next[0] !== ":" && next[0] !== "*" ? [
				cacheKey,
				match[1],
				new RegExp(`^${match[2]}(?=/${next})`)
			] : [
				label,
				match[1],
				new RegExp(`^${match[2]}$`)
			];
			else patternCache[cacheKey] = [
				label,
				match[1],
				true
			];
		}
		return patternCache[cacheKey];
	}
	return null;
};
const tryDecode = (str, decoder) => {
	try {
		return decoder(str);
	} catch {
		return str.replace(/(?:%[0-9A-Fa-f]{2})+/g, (match) => {
			try {
				return decoder(match);
			} catch {
				return match;
			}
		});
	}
};
const decodeURIWithPreservedPercent = (value) => decodeURI(value.includes("%25") ? value.replace(/%25/g, "%2525") : value);
const getPath = (request) => {
	const url = request.url;
	const start = url.indexOf("/", url.indexOf(":") + 4);
	let i = start;
	for (; i < url.length; i++) {
		const charCode = url.charCodeAt(i);
		if (charCode === 37) {
			const queryIndex = url.indexOf("?", i);
			const hashIndex = url.indexOf("#", i);
			const end = queryIndex === -1 ? hashIndex === -1 ? void 0 : hashIndex : hashIndex === -1 ? queryIndex : Math.min(queryIndex, hashIndex);
			const path = url.slice(start, end);
			const decoded = tryDecode(path, decodeURIWithPreservedPercent);
			if (/%(?![0-9A-Fa-f]{2})/.test(path)) {
				const rewritten = new URL("http://localhost");
				rewritten.pathname = decoded.replace(/[\\\t\n\r]/g, encodeURIComponent);
				if (tryDecode(rewritten.pathname, decodeURIWithPreservedPercent) !== decoded) return tryDecode(path.replace(/%(?![0-9A-Fa-f]{2})/g, "%25"), decodeURIWithPreservedPercent);
			}
			return decoded;
		} else if (charCode === 63 || charCode === 35) break;
	}
	return url.slice(start, i);
};
const getPathNoStrict = (request) => {
	const result = getPath(request);
	return result.length > 1 && result.at(-1) === "/" ? result.slice(0, -1) : result;
};
/**
* Merge paths.
* @param {string[]} ...paths - The paths to merge.
* @returns {string} The merged path.
* @example
* mergePath('/api', '/users') // '/api/users'
* mergePath('/api/', '/users') // '/api/users'
* mergePath('/api', '/') // '/api'
* mergePath('/api/', '/') // '/api/'
*/
const mergePath = (base, sub, ...rest) => {
	if (rest.length) sub = mergePath(sub, ...rest);
	return `${base?.[0] === "/" ? "" : "/"}${base}${sub === "/" ? "" : `${base?.at(-1) === "/" ? "" : "/"}${sub?.[0] === "/" ? sub.slice(1) : sub}`}`;
};
const checkOptionalParameter = (path) => {
	if (path.charCodeAt(path.length - 1) !== 63 || !path.includes(":")) return null;
	const segments = path.split("/");
	const results = [];
	let basePath = "";
	segments.forEach((segment) => {
		if (segment !== "" && !/\:/.test(segment)) basePath += "/" + segment;
		else if (/\:/.test(segment)) {
			if (segment.charCodeAt(segment.length - 1) === 63) {
				if (results.length === 0 && basePath === "") results.push("/");
				else results.push(basePath);
				const optionalSegment = segment.slice(0, -1);
				basePath += "/" + optionalSegment;
				results.push(basePath);
			} else basePath += "/" + segment;
		}
	});
	return results.filter((v, i, a) => a.indexOf(v) === i);
};
const tryDecodeURIComponent = (str) => str.indexOf("%") !== -1 ? tryDecode(str, decodeURIComponent_) : str;
const _decodeURI = (value) => {
	if (value.indexOf("+") !== -1) value = value.replace(/\+/g, " ");
	return tryDecodeURIComponent(value);
};
const _getQueryParam = (url, key, multiple) => {
	const hashIndex = url.indexOf("#", 8);
	if (hashIndex !== -1) url = url.slice(0, hashIndex);
	let encoded;
	if (!multiple && key && !/[%+&=]/.test(key)) {
		const queryIndex = url.indexOf("?", 8);
		let keyIndex = queryIndex;
		if (keyIndex === -1) return;
		if (!url.startsWith(key, keyIndex + 1)) keyIndex = url.indexOf(`&${key}`, keyIndex + 1);
		while (keyIndex !== -1) {
			const trailingKeyCode = url.charCodeAt(keyIndex + key.length + 1);
			if (trailingKeyCode === 61 || trailingKeyCode === 38 || isNaN(trailingKeyCode)) {
				if (keyIndex > queryIndex && /(?:^|&)[^=&]*[%+]/.test(url.slice(queryIndex + 1, keyIndex))) break;
				if (trailingKeyCode === 61) {
					const valueIndex = keyIndex + key.length + 2;
					const endIndex = url.indexOf("&", valueIndex);
					return _decodeURI(url.slice(valueIndex, endIndex === -1 ? void 0 : endIndex));
				}
				return "";
			}
			keyIndex = url.indexOf(`&${key}`, keyIndex + 1);
		}
		encoded = /[%+]/.test(url);
		if (!encoded) return;
	}
	const results = Object.create(null);
	encoded ??= /[%+]/.test(url);
	let keyIndex = url.indexOf("?", 8);
	while (keyIndex !== -1) {
		const nextKeyIndex = url.indexOf("&", keyIndex + 1);
		let valueIndex = url.indexOf("=", keyIndex);
		if (valueIndex > nextKeyIndex && nextKeyIndex !== -1) valueIndex = -1;
		let name = url.slice(keyIndex + 1, valueIndex === -1 ? nextKeyIndex === -1 ? void 0 : nextKeyIndex : valueIndex);
		if (encoded) name = _decodeURI(name);
		keyIndex = nextKeyIndex;
		if (name === "") continue;
		let value;
		if (valueIndex === -1) value = "";
		else {
			value = url.slice(valueIndex + 1, nextKeyIndex === -1 ? void 0 : nextKeyIndex);
			if (encoded) value = _decodeURI(value);
		}
		if (multiple) {
			if (!(results[name] && Array.isArray(results[name]))) results[name] = [];
			results[name].push(value);
		} else results[name] ??= value;
	}
	return key ? results[key] : results;
};
const getQueryParam = _getQueryParam;
const getQueryParams = (url, key) => {
	return _getQueryParam(url, key, true);
};
const decodeURIComponent_ = decodeURIComponent;

//#region src/request.ts
var HonoRequest = class {
	/**
	* `.raw` can get the raw Request object.
	*
	* @see {@link https://hono.dev/docs/api/request#raw}
	*
	* @example
	* ```ts
	* // For Cloudflare Workers
	* app.post('/', async (c) => {
	*   const metadata = c.req.raw.cf?.hostMetadata?
	*   ...
	* })
	* ```
	*/
	raw;
	#validatedData;
	#matchResult;
	routeIndex = 0;
	/**
	* `.path` can get the pathname of the request.
	*
	* @see {@link https://hono.dev/docs/api/request#path}
	*
	* @example
	* ```ts
	* app.get('/about/me', (c) => {
	*   const pathname = c.req.path // `/about/me`
	* })
	* ```
	*/
	path;
	bodyCache = {};
	constructor(request, path = "/", matchResult = [[]]) {
		this.raw = request;
		this.path = path;
		this.#matchResult = matchResult;
	}
	param(key) {
		return key ? this.#getDecodedParam(key) : this.#getAllDecodedParams();
	}
	#getDecodedParam(key) {
		const paramKey = this.#matchResult[0][this.routeIndex]?.[1][key];
		const param = this.#getParamValue(paramKey);
		return param && tryDecodeURIComponent(param);
	}
	#getAllDecodedParams() {
		const decoded = {};
		const keys = Object.keys(this.#matchResult[0][this.routeIndex]?.[1] ?? {});
		for (const key of keys) {
			const value = this.#getParamValue(this.#matchResult[0][this.routeIndex][1][key]);
			if (value !== void 0) decoded[key] = tryDecodeURIComponent(value);
		}
		return decoded;
	}
	#getParamValue(paramKey) {
		return this.#matchResult[1] ? this.#matchResult[1][paramKey] : paramKey;
	}
	query(key) {
		return getQueryParam(this.url, key);
	}
	queries(key) {
		return getQueryParams(this.url, key);
	}
	header(name) {
		if (name) return this.raw.headers.get(name) ?? void 0;
		const headerData = Object.create(null);
		this.raw.headers.forEach((value, key) => {
			headerData[key] = value;
		});
		return headerData;
	}
	async parseBody(options) {
		return parseBody(this, options);
	}
	#cachedBody = (key) => {
		const { bodyCache, raw } = this;
		const cachedBody = bodyCache[key];
		if (cachedBody) return cachedBody;
		for (const anyCachedKey in bodyCache) return bodyCache[anyCachedKey].then((body) => {
			if (anyCachedKey === "json") body = JSON.stringify(body);
			const contentType = anyCachedKey === "formData" ? void 0 : raw.headers.get("content-type");
			return new Response(body, { headers: contentType ? { "Content-Type": contentType } : void 0 })[key]();
		});
		return bodyCache[key] = raw[key]();
	};
	/**
	* `.json()` can parse Request body of type `application/json`
	*
	* @see {@link https://hono.dev/docs/api/request#json}
	*
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.json()
	* })
	* ```
	*/
	json() {
		return this.#cachedBody("text").then((text) => JSON.parse(text));
	}
	/**
	* `.text()` can parse Request body of type `text/plain`
	*
	* @see {@link https://hono.dev/docs/api/request#text}
	*
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.text()
	* })
	* ```
	*/
	text() {
		return this.#cachedBody("text");
	}
	/**
	* `.arrayBuffer()` parse Request body as an `ArrayBuffer`
	*
	* @see {@link https://hono.dev/docs/api/request#arraybuffer}
	*
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.arrayBuffer()
	* })
	* ```
	*/
	arrayBuffer() {
		return this.#cachedBody("arrayBuffer");
	}
	/**
	* `.bytes()` parses the request body as a `Uint8Array`.
	*
	* @see {@link https://hono.dev/docs/api/request#bytes}
	*
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.bytes()
	* })
	* ```
	*/
	bytes() {
		return this.#cachedBody("arrayBuffer").then((buffer) => new Uint8Array(buffer));
	}
	/**
	* Parses the request body as a `Blob`.
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.blob();
	* });
	* ```
	* @see https://hono.dev/docs/api/request#blob
	*/
	blob() {
		return this.#cachedBody("blob");
	}
	/**
	* Parses the request body as `FormData`.
	* @example
	* ```ts
	* app.post('/entry', async (c) => {
	*   const body = await c.req.formData();
	* });
	* ```
	* @see https://hono.dev/docs/api/request#formdata
	*/
	formData() {
		return this.#cachedBody("formData");
	}
	/**
	* Adds validated data to the request.
	*
	* @param target - The target of the validation.
	* @param data - The validated data to add.
	*/
	addValidatedData(target, data) {
		(this.#validatedData ??= {})[target] = data;
	}
	valid(target) {
		return this.#validatedData?.[target];
	}
	/**
	* `.url` can get the request url strings.
	*
	* @see {@link https://hono.dev/docs/api/request#url}
	*
	* @example
	* ```ts
	* app.get('/about/me', (c) => {
	*   const url = c.req.url // `http://localhost:8787/about/me`
	*   ...
	* })
	* ```
	*/
	get url() {
		return this.raw.url;
	}
	/**
	* `.method` can get the method name of the request.
	*
	* @see {@link https://hono.dev/docs/api/request#method}
	*
	* @example
	* ```ts
	* app.get('/about/me', (c) => {
	*   const method = c.req.method // `GET`
	* })
	* ```
	*/
	get method() {
		return this.raw.method;
	}
	get [GET_MATCH_RESULT]() {
		return this.#matchResult;
	}
	/**
	* `.matchedRoutes` can return a matched route in the handler
	*
	* @deprecated
	*
	* Use matchedRoutes helper defined in "hono/route" instead.
	*
	* @see {@link https://hono.dev/docs/api/request#matchedroutes}
	*
	* @example
	* ```ts
	* app.use('*', async function logger(c, next) {
	*   await next()
	*   c.req.matchedRoutes.forEach(({ handler, method, path }, i) => {
	*     const name = handler.name || (handler.length < 2 ? '[handler]' : '[middleware]')
	*     console.log(
	*       method,
	*       ' ',
	*       path,
	*       ' '.repeat(Math.max(10 - path.length, 0)),
	*       name,
	*       i === c.req.routeIndex ? '<- respond from here' : ''
	*     )
	*   })
	* })
	* ```
	*/
	get matchedRoutes() {
		return this.#matchResult[0].map(([[, route]]) => route);
	}
	/**
	* `.routePath` can retrieve the path registered within the handler
	*
	* @deprecated
	*
	* Use routePath helper defined in "hono/route" instead.
	*
	* @see {@link https://hono.dev/docs/api/request#routepath}
	*
	* @example
	* ```ts
	* app.get('/posts/:id', (c) => {
	*   return c.json({ path: c.req.routePath })
	* })
	* ```
	*/
	get routePath() {
		return this.#matchResult[0].map(([[, route]]) => route)[this.routeIndex].path;
	}
};

//#region src/utils/html.ts
/**
* @module
* HTML utility.
*/
const HtmlEscapedCallbackPhase = {
	Stringify: 1};
const resolveCallback = async (str, phase, preserveCallbacks, context, buffer) => {
	if (typeof str === "object" && !(str instanceof String)) {
		if (!(str instanceof Promise)) str = str.toString();
		if (str instanceof Promise) str = await str;
	}
	const callbacks = str.callbacks;
	if (!callbacks?.length) return Promise.resolve(str);
	if (buffer) buffer[0] += str;
	else buffer = [str];
	const resStr = Promise.all(callbacks.map((c) => c({
		phase,
		buffer,
		context
	}))).then((res) => Promise.all(res.filter(Boolean).map((str) => resolveCallback(str, phase, false, context, buffer))).then(() => buffer[0]));
	return resStr;
};

//#region src/context.ts
const TEXT_PLAIN = "text/plain; charset=UTF-8";
const setDefaultContentType = (contentType, headers) => {
	return {
		"Content-Type": contentType,
		...headers
	};
};
const createResponseInstance = (body, init) => new Response(body, init);
var Context = class {
	#rawRequest;
	#req;
	/**
	* `.env` can get bindings (environment variables, secrets, KV namespaces, D1 database, R2 bucket etc.) in Cloudflare Workers.
	*
	* @see {@link https://hono.dev/docs/api/context#env}
	*
	* @example
	* ```ts
	* // Environment object for Cloudflare Workers
	* app.get('*', async c => {
	*   const counter = c.env.COUNTER
	* })
	* ```
	*/
	env = {};
	#var;
	finalized = false;
	/**
	* `.error` can get the error object from the middleware if the Handler throws an error.
	*
	* @see {@link https://hono.dev/docs/api/context#error}
	*
	* @example
	* ```ts
	* app.use('*', async (c, next) => {
	*   await next()
	*   if (c.error) {
	*     // do something...
	*   }
	* })
	* ```
	*/
	error;
	#status;
	#executionCtx;
	#res;
	#layout;
	#renderer;
	#notFoundHandler;
	#preparedHeaders;
	#matchResult;
	#path;
	/**
	* Creates an instance of the Context class.
	*
	* @param req - The Request object.
	* @param options - Optional configuration options for the context.
	*/
	constructor(req, options) {
		this.#rawRequest = req;
		if (options) {
			this.#executionCtx = options.executionCtx;
			this.env = options.env;
			this.#notFoundHandler = options.notFoundHandler;
			this.#path = options.path;
			this.#matchResult = options.matchResult;
		}
	}
	/**
	* `.req` is the instance of {@link HonoRequest}.
	*/
	get req() {
		this.#req ??= new HonoRequest(this.#rawRequest, this.#path, this.#matchResult);
		return this.#req;
	}
	/**
	* @see {@link https://hono.dev/docs/api/context#event}
	* The FetchEvent associated with the current request.
	*
	* @throws Will throw an error if the context does not have a FetchEvent.
	*/
	get event() {
		if (this.#executionCtx && "respondWith" in this.#executionCtx) return this.#executionCtx;
		else throw Error("This context has no FetchEvent");
	}
	/**
	* @see {@link https://hono.dev/docs/api/context#executionctx}
	* The ExecutionContext associated with the current request.
	*
	* @throws Will throw an error if the context does not have an ExecutionContext.
	*/
	get executionCtx() {
		if (this.#executionCtx) return this.#executionCtx;
		else throw Error("This context has no ExecutionContext");
	}
	/**
	* @see {@link https://hono.dev/docs/api/context#res}
	* The Response object for the current request.
	*/
	get res() {
		return this.#res ||= createResponseInstance(null, { headers: this.#preparedHeaders ??= new Headers() });
	}
	/**
	* Sets the Response object for the current request.
	*
	* @param _res - The Response object to set.
	*/
	set res(_res) {
		if (this.#res && _res) {
			_res = createResponseInstance(_res.body, _res);
			for (const [k, v] of this.#res.headers.entries()) {
				if (k === "content-type") continue;
				if (k === "set-cookie") {
					const cookies = this.#res.headers.getSetCookie();
					_res.headers.delete("set-cookie");
					for (const cookie of cookies) _res.headers.append("set-cookie", cookie);
				} else _res.headers.set(k, v);
			}
		}
		this.#res = _res;
		this.finalized = true;
	}
	/**
	* `.render()` can create a response within a layout.
	*
	* @see {@link https://hono.dev/docs/api/context#render-setrenderer}
	*
	* @example
	* ```ts
	* app.get('/', (c) => {
	*   return c.render('Hello!')
	* })
	* ```
	*/
	render = (...args) => {
		this.#renderer ??= (content) => this.html(content);
		return this.#renderer(...args);
	};
	/**
	* Sets the layout for the response.
	*
	* @param layout - The layout to set.
	* @returns The layout function.
	*/
	setLayout = (layout) => this.#layout = layout;
	/**
	* Gets the current layout for the response.
	*
	* @returns The current layout function.
	*/
	getLayout = () => this.#layout;
	/**
	* `.setRenderer()` can set the layout in the custom middleware.
	*
	* @see {@link https://hono.dev/docs/api/context#render-setrenderer}
	*
	* @example
	* ```tsx
	* app.use('*', async (c, next) => {
	*   c.setRenderer((content) => {
	*     return c.html(
	*       <html>
	*         <body>
	*           <p>{content}</p>
	*         </body>
	*       </html>
	*     )
	*   })
	*   await next()
	* })
	* ```
	*/
	setRenderer = (renderer) => {
		this.#renderer = renderer;
	};
	/**
	* `.header()` can set headers.
	*
	* @see {@link https://hono.dev/docs/api/context#header}
	*
	* @example
	* ```ts
	* app.get('/welcome', (c) => {
	*   // Set headers
	*   c.header('X-Message', 'Hello!')
	*   c.header('Content-Type', 'text/plain')
	*
	*   // Append multiple headers using the append option (e.g. Vary)
	*   c.header('Vary', 'Accept-Encoding', { append: true })
	*   c.header('Vary', 'User-Agent', { append: true })
	*
	*   return c.body('Thank you for coming')
	* })
	* ```
	*/
	header = (name, value, options) => {
		if (this.finalized && !this.#res.bodyUsed) this.#res = createResponseInstance(this.#res.body, this.#res);
		const headers = this.#res ? this.#res.headers : this.#preparedHeaders ??= new Headers();
		if (value === void 0) headers.delete(name);
		else if (options?.append) headers.append(name, value);
		else headers.set(name, value);
	};
	status = (status) => {
		this.#status = status;
	};
	/**
	* `.set()` can set the value specified by the key.
	*
	* @see {@link https://hono.dev/docs/api/context#set-get}
	*
	* @example
	* ```ts
	* app.use('*', async (c, next) => {
	*   c.set('message', 'Hono is hot!!')
	*   await next()
	* })
	* ```
	*/
	set = (key, value) => {
		this.#var ??= /* @__PURE__ */ new Map();
		this.#var.set(key, value);
	};
	/**
	* `.get()` can use the value specified by the key.
	*
	* @see {@link https://hono.dev/docs/api/context#set-get}
	*
	* @example
	* ```ts
	* app.get('/', (c) => {
	*   const message = c.get('message')
	*   return c.text(`The message is "${message}"`)
	* })
	* ```
	*/
	get = (key) => {
		return this.#var ? this.#var.get(key) : void 0;
	};
	/**
	* `.var` can access the value of a variable.
	*
	* @see {@link https://hono.dev/docs/api/context#var}
	*
	* @example
	* ```ts
	* const result = c.var.client.oneMethod()
	* ```
	*/
	get var() {
		if (!this.#var) return {};
		return Object.fromEntries(this.#var);
	}
	#newResponse(data, arg, headers) {
		let responseHeaders = this.#res ? new Headers(this.#res.headers) : this.#preparedHeaders;
		if (typeof arg === "object" && arg.headers) {
			responseHeaders ??= new Headers();
			for (const [key, value] of new Headers(arg.headers)) if (key === "set-cookie") responseHeaders.append(key, value);
			else responseHeaders.set(key, value);
		}
		if (headers) {
			if (!responseHeaders) {
				let count = 0;
				for (const k in headers) if (++count > 1 || typeof headers[k] !== "string") {
					responseHeaders = new Headers();
					break;
				}
			}
			if (responseHeaders) for (const k in headers) {
				const v = headers[k];
				if (typeof v === "string") responseHeaders.set(k, v);
				else {
					responseHeaders.delete(k);
					for (const v2 of v) responseHeaders.append(k, v2);
				}
			}
		}
		const status = typeof arg === "number" ? arg : arg?.status ?? this.#status;
		return createResponseInstance(data, {
			status,
			headers: responseHeaders ?? headers
		});
	}
	newResponse = (...args) => this.#newResponse(...args);
	/**
	* `.body()` can return the HTTP response.
	* You can set headers with `.header()` and set HTTP status code with `.status`.
	* This can also be set in `.text()`, `.json()` and so on.
	*
	* @see {@link https://hono.dev/docs/api/context#body}
	*
	* @example
	* ```ts
	* app.get('/welcome', (c) => {
	*   // Set headers
	*   c.header('X-Message', 'Hello!')
	*   c.header('Content-Type', 'text/plain')
	*   // Set HTTP status code
	*   c.status(201)
	*
	*   // Return the response body
	*   return c.body('Thank you for coming')
	* })
	* ```
	*/
	body = (data, arg, headers) => this.#newResponse(data, arg, headers);
	/**
	* `.text()` can render text as `Content-Type:text/plain`.
	*
	* @see {@link https://hono.dev/docs/api/context#text}
	*
	* @example
	* ```ts
	* app.get('/say', (c) => {
	*   return c.text('Hello!')
	* })
	* ```
	*/
	text = (text, arg, headers) => {
		return !this.#preparedHeaders && !this.#status && !arg && !headers && !this.finalized ? new Response(text) : this.#newResponse(text, arg, setDefaultContentType(TEXT_PLAIN, headers));
	};
	/**
	* `.json()` can render JSON as `Content-Type:application/json`.
	*
	* @see {@link https://hono.dev/docs/api/context#json}
	*
	* @example
	* ```ts
	* app.get('/api', (c) => {
	*   return c.json({ message: 'Hello!' })
	* })
	* ```
	*/
	json = (object, arg, headers) => {
		return this.#newResponse(JSON.stringify(object), arg, setDefaultContentType("application/json", headers));
	};
	html = (html, arg, headers) => {
		const res = (html) => this.#newResponse(html, arg, setDefaultContentType("text/html; charset=UTF-8", headers));
		return typeof html === "object" ? resolveCallback(html, HtmlEscapedCallbackPhase.Stringify, false, {}).then(res) : res(html);
	};
	/**
	* `.redirect()` can Redirect, default status code is 302.
	*
	* @see {@link https://hono.dev/docs/api/context#redirect}
	*
	* @example
	* ```ts
	* app.get('/redirect', (c) => {
	*   return c.redirect('/')
	* })
	* app.get('/redirect-permanently', (c) => {
	*   return c.redirect('/', 301)
	* })
	* ```
	*/
	redirect = (location, status) => {
		const locationString = String(location);
		this.header("Location", !/[^\x00-\xFF]/.test(locationString) ? locationString : encodeURI(locationString));
		return this.newResponse(null, status ?? 302);
	};
	/**
	* `.notFound()` can return the Not Found Response.
	*
	* @see {@link https://hono.dev/docs/api/context#notfound}
	*
	* @example
	* ```ts
	* app.get('/notfound', (c) => {
	*   return c.notFound()
	* })
	* ```
	*/
	notFound = () => {
		this.#notFoundHandler ??= () => createResponseInstance();
		return this.#notFoundHandler(this);
	};
};

//#region src/compose.ts
/**
* Compose middleware functions into a single function based on `koa-compose` package.
*
* @template E - The environment type.
*
* @param {[[Function, unknown], unknown][] | [[Function]][]} middleware - An array of middleware functions and their corresponding parameters.
* @param {ErrorHandler<E>} [onError] - An optional error handler function.
* @param {NotFoundHandler<E>} [onNotFound] - An optional not-found handler function.
*
* @returns {(context: Context, next?: Next) => Promise<Context>} - A composed middleware function.
*/
const compose = (middleware, onError, onNotFound) => {
	return (context, next) => {
		let index = -1;
		return dispatch(0);
		/**
		* Dispatch the middleware functions.
		*
		* @param {number} i - The current index in the middleware array.
		*
		* @returns {Promise<Context>} - A promise that resolves to the context.
		*/
		async function dispatch(i) {
			if (i <= index) throw new Error("next() called multiple times");
			index = i;
			let res;
			let isError = false;
			let handler;
			if (middleware[i]) {
				handler = middleware[i][0][0];
				context.req.routeIndex = i;
			} else handler = i === middleware.length && next || void 0;
			if (handler) try {
				res = await handler(context, () => dispatch(i + 1));
			} catch (err) {
				if (err instanceof Error && onError) {
					context.error = err;
					res = await onError(err, context);
					isError = true;
				} else throw err;
			}
			else if (context.finalized === false && onNotFound) res = await onNotFound(context);
			if (res && (context.finalized === false || isError)) context.res = res;
			return context;
		}
	};
};

//#region src/helper/route/index.ts
/**
* Get matched routes in the handler
*
* @param {Context} c - The context object
* @returns An array of matched routes
*
* @example
* ```ts
* import { matchedRoutes } from 'hono/route'
*
* app.use('*', async function logger(c, next) {
*   await next()
*   matchedRoutes(c).forEach(({ handler, method, path }, i) => {
*     const name = handler.name || (handler.length < 2 ? '[handler]' : '[middleware]')
*     console.log(
*       method,
*       ' ',
*       path,
*       ' '.repeat(Math.max(10 - path.length, 0)),
*       name,
*       i === c.req.routeIndex ? '<- respond from here' : ''
*     )
*   })
* })
* ```
*/
const matchedRoutes = (c) => c.req[GET_MATCH_RESULT][0].map(([[, route]]) => route);
/**
* Get the route path registered within the handler
*
* @param {Context} c - The context object
* @param {number} index - The index of the route from which to retrieve the path, similar to Array.prototype.at(), where a negative number is the index counted from the end of the matching route. Defaults to the current route index.
* @returns The route path registered within the handler
*
* @example
* ```ts
* import { routePath } from 'hono/route'
*
* app.use('*', (c, next) => {
*   console.log(routePath(c)) // '*'
*   console.log(routePath(c, -1)) // '/posts/:id'
*   return next()
* })
*
* app.get('/posts/:id', (c) => {
*   return c.text(routePath(c)) // '/posts/:id'
* })
* ```
*/
const routePath = (c, index) => matchedRoutes(c).at(c.req.routeIndex)?.path ?? "";

//#region src/router.ts
/**
* @module
* This module provides types definitions and variables for the routers.
*/
/**
* Constant representing all HTTP methods in uppercase.
*/
/**
* Array of supported HTTP methods.
*/
const METHODS$1 = [
	"get",
	"post",
	"put",
	"delete",
	"options",
	"patch",
	"query"
];
/**
* Error message indicating that a route cannot be added because the matcher is already built.
*/
const MESSAGE_MATCHER_IS_ALREADY_BUILT = "Can not add a route since the matcher is already built.";
/**
* Error class representing an unsupported path error.
*/
var UnsupportedPathError = class extends Error {};

//#region src/utils/constants.ts
/**
* Constant used to mark a composed handler.
*/
const COMPOSED_HANDLER = "__COMPOSED_HANDLER";

//#region src/utils/mount.ts
const countTrailingSlashes = (path) => {
	let index = path.length;
	while (index > 0 && path.charCodeAt(index - 1) === 47) index--;
	return path.length - index;
};
const getPathPrefixLength = (c, pathPrefix, routePath) => {
	if (!/[:*]/.test(pathPrefix)) return pathPrefix.length;
	const path = c.req.path;
	const matchResult = c.req[GET_MATCH_RESULT];
	const paramNames = /* @__PURE__ */ new Set();
	let length = 0;
	for (const part of splitRoutingPath(pathPrefix)) {
		if (part[0] === ":" && part.endsWith("}?")) throw new Error(`mount(): Optional regular expression parameters are not supported in "${routePath}".`);
		const pattern = getPattern(part);
		if (pattern && pattern !== "*") {
			const name = pattern[1];
			if (paramNames.has(name)) throw new Error(`mount(): Duplicate path parameter "${name}" in "${routePath}".`);
			paramNames.add(name);
		}
		if (pattern && pattern !== "*" && pattern[2] !== true) {
			const value = matchResult.length === 2 ? matchResult[1][matchResult[0][c.req.routeIndex][1][pattern[1]]] : matchResult[0][c.req.routeIndex][1][pattern[1]];
			length += value.length + 1;
		} else if (pattern || part.endsWith("*")) {
			const end = path.indexOf("/", length + 1);
			length = end === -1 ? path.length : end;
		} else length += part.length + 1;
	}
	return length;
};
const createMountedRequest = (c, pathPrefix, routePath) => {
	if (/[^/]\*$/.test(routePath)) throw new Error(`mount(): Wildcard must follow "/" in "${routePath}".`);
	const prefixLength = getPathPrefixLength(c, pathPrefix, routePath);
	const path = c.req.path.slice(prefixLength) || "/";
	if (prefixLength > c.req.path.length || path[0] !== "/" || /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) throw new HTTPException(400, { message: "Invalid mounted path" });
	const rawUrl = c.req.raw.url;
	if (/^[^/?#]*\/\/[^/?#\\]*[?#\\]/.test(rawUrl)) throw new HTTPException(400, { message: "Invalid mounted path" });
	const rawPathEnd = rawUrl.search(/[?#]/);
	const rawTrailingSlashes = countTrailingSlashes(rawPathEnd === -1 ? rawUrl : rawUrl.slice(0, rawPathEnd));
	if (rawTrailingSlashes > 1 && countTrailingSlashes(c.req.path) === rawTrailingSlashes - 1) throw new HTTPException(400, { message: "Invalid mounted path" });
	const url = new URL(rawUrl);
	url.pathname = path.replace(/[\\\t\n\r]/g, encodeURIComponent);
	if (path.includes("%")) ;
	return new Request(url, c.req.raw);
};

//#region src/hono-base.ts
/**
* @module
* This module is the base module for the Hono object.
*/
const notFoundHandler = (c) => {
	return c.text("404 Not Found", 404);
};
const errorHandler = (err, c) => {
	if ("getResponse" in err) {
		const res = err.getResponse();
		return c.newResponse(res.body, res);
	}
	console.error(err);
	return c.text("Internal Server Error", 500);
};
var Hono$1 = class Hono {
	get;
	post;
	put;
	delete;
	options;
	patch;
	query;
	all;
	on;
	use;
	router;
	getPath;
	_basePath = "/";
	#path = "/";
	routes = [];
	constructor(options = {}) {
		[...METHODS$1, "all"].forEach((method) => {
			this[method] = (args1, ...args) => {
				const methodName = method.toUpperCase();
				if (typeof args1 === "string") this.#path = args1;
				else this.#addRoute(methodName, this.#path, args1);
				args.forEach((handler) => {
					this.#addRoute(methodName, this.#path, handler);
				});
				return this;
			};
		});
		this.on = (method, path, ...handlers) => {
			for (const p of [path].flat()) {
				this.#path = p;
				for (const m of [method].flat()) {
					const methodName = m.toUpperCase();
					for (const handler of handlers) this.#addRoute(methodName, this.#path, handler);
				}
			}
			return this;
		};
		this.use = (arg1, ...handlers) => {
			if (typeof arg1 === "string") this.#path = arg1;
			else {
				this.#path = "*";
				handlers.unshift(arg1);
			}
			handlers.forEach((handler) => {
				this.#addRoute("ALL", this.#path, handler);
			});
			return this;
		};
		const { strict, ...optionsWithoutStrict } = options;
		Object.assign(this, optionsWithoutStrict);
		this.getPath = strict ?? true ? options.getPath ?? getPath : getPathNoStrict;
	}
	#clone() {
		const clone = new Hono({
			router: this.router,
			getPath: this.getPath
		});
		clone.errorHandler = this.errorHandler;
		clone.#notFoundHandler = this.#notFoundHandler;
		clone.routes = this.routes;
		return clone;
	}
	#notFoundHandler = notFoundHandler;
	errorHandler = errorHandler;
	/**
	* `.route()` allows grouping other Hono instance in routes.
	*
	* @see {@link https://hono.dev/docs/api/routing#grouping}
	*
	* @param {string} path - base Path
	* @param {Hono} app - other Hono instance
	* @returns {Hono} routed Hono instance
	*
	* @example
	* ```ts
	* const app = new Hono()
	* const app2 = new Hono()
	*
	* app2.get("/user", (c) => c.text("user"))
	* app.route("/api", app2) // GET /api/user
	* ```
	*/
	route(path, app) {
		const subApp = this.basePath(path);
		app.routes.map((r) => {
			let handler;
			if (app.errorHandler === errorHandler) handler = r.handler;
			else {
				handler = async (c, next) => (await compose([], app.errorHandler)(c, () => r.handler(c, next))).res;
				handler[COMPOSED_HANDLER] = r.handler;
			}
			subApp.#addRoute(r.method, r.path, handler, r.basePath);
		});
		return this;
	}
	/**
	* `.basePath()` allows base paths to be specified.
	*
	* @see {@link https://hono.dev/docs/api/routing#base-path}
	*
	* @param {string} path - base Path
	* @returns {Hono} changed Hono instance
	*
	* @example
	* ```ts
	* const api = new Hono().basePath('/api')
	* ```
	*/
	basePath(path) {
		const subApp = this.#clone();
		subApp._basePath = mergePath(this._basePath, path);
		return subApp;
	}
	/**
	* `.onError()` handles an error and returns a customized Response.
	*
	* @see {@link https://hono.dev/docs/api/hono#error-handling}
	*
	* @param {ErrorHandler} handler - request Handler for error
	* @returns {Hono} changed Hono instance
	*
	* @example
	* ```ts
	* app.onError((err, c) => {
	*   console.error(`${err}`)
	*   return c.text('Custom Error Message', 500)
	* })
	* ```
	*/
	onError = (handler) => {
		this.errorHandler = handler;
		return this;
	};
	/**
	* `.notFound()` allows you to customize a Not Found Response.
	*
	* @see {@link https://hono.dev/docs/api/hono#not-found}
	*
	* @param {NotFoundHandler} handler - request handler for not-found
	* @returns {Hono} changed Hono instance
	*
	* @example
	* ```ts
	* app.notFound((c) => {
	*   return c.text('Custom 404 Message', 404)
	* })
	* ```
	*/
	notFound = (handler) => {
		this.#notFoundHandler = handler;
		return this;
	};
	/**
	* `.mount()` allows you to mount applications built with other frameworks into your Hono application.
	*
	* @deprecated Use `mount()` from `hono/mount` instead. `.mount()` will be removed in v5.
	*
	* @see {@link https://hono.dev/docs/api/hono#mount}
	*
	* @param {string} path - base Path
	* @param {Function} applicationHandler - other Request Handler
	* @param {MountOptions} [options] - options of `.mount()`
	* @returns {Hono} mounted Hono instance
	* @throws {Error} If automatic request rewriting encounters duplicate path parameter names or an optional regular expression parameter.
	* @throws {HTTPException} With status 400 if automatic request rewriting cannot safely preserve the routed path.
	*
	* @example
	* ```ts
	* import { Router as IttyRouter } from 'itty-router'
	* import { Hono } from 'hono'
	* // Create itty-router application
	* const ittyRouter = IttyRouter()
	* // GET /itty-router/hello
	* ittyRouter.get('/hello', () => new Response('Hello from itty-router'))
	*
	* const app = new Hono()
	* app.mount('/itty-router', ittyRouter.handle)
	* ```
	*
	* @example
	* ```ts
	* const app = new Hono()
	* // Send the request to another application without modification.
	* app.mount('/app', anotherApp, {
	*   replaceRequest: (req) => req,
	* })
	* ```
	*/
	mount(path, applicationHandler, options) {
		let replaceRequest;
		let optionHandler;
		if (options) {
			if (typeof options === "function") optionHandler = options;
			else {
				optionHandler = options.optionHandler;
				if (options.replaceRequest === false) replaceRequest = (request) => request;
				else replaceRequest = options.replaceRequest;
			}
		}
		const getOptions = optionHandler ? (c) => {
			const options = optionHandler(c);
			return Array.isArray(options) ? options : [options];
		} : (c) => {
			let executionContext = void 0;
			try {
				executionContext = c.executionCtx;
			} catch {}
			return [c.env, executionContext];
		};
		const defaultReplaceRequest = (c) => {
			const mountedRoutePath = routePath(c);
			return createMountedRequest(c, mountedRoutePath.replace(/\/?\*$/, ""), mountedRoutePath);
		};
		const handler = async (c, next) => {
			const res = await applicationHandler(replaceRequest ? replaceRequest(c.req.raw) : defaultReplaceRequest(c), ...getOptions(c));
			if (res) return res;
			await next();
		};
		this.#addRoute("ALL", mergePath(path, "*"), handler);
		return this;
	}
	#addRoute(method, path, handler, baseRoutePath) {
		path = mergePath(this._basePath, path);
		const r = {
			basePath: baseRoutePath !== void 0 ? mergePath(this._basePath, baseRoutePath) : this._basePath,
			path,
			method,
			handler
		};
		this.router.add(method, path, [handler, r]);
		this.routes.push(r);
	}
	#handleError(err, c) {
		if (err instanceof Error) return this.errorHandler(err, c);
		throw err;
	}
	#dispatch(request, executionCtx, env, method) {
		if (method === "HEAD") return (async () => new Response(null, await this.#dispatch(request, executionCtx, env, "GET")))();
		const path = this.getPath(request, { env });
		const matchResult = this.router.match(method, path);
		const c = new Context(request, {
			path,
			matchResult,
			env,
			executionCtx,
			notFoundHandler: this.#notFoundHandler
		});
		if (matchResult[0].length === 1) {
			let res;
			try {
				res = matchResult[0][0][0][0](c, async () => {
					c.res = await this.#notFoundHandler(c);
				});
			} catch (err) {
				return this.#handleError(err, c);
			}
			return res instanceof Promise ? res.then((resolved) => resolved || (c.finalized ? c.res : this.#notFoundHandler(c))).catch((err) => this.#handleError(err, c)) : res ?? this.#notFoundHandler(c);
		}
		const composed = compose(matchResult[0], this.errorHandler, this.#notFoundHandler);
		return (async () => {
			try {
				const context = await composed(c);
				if (!context.finalized) throw new Error("Context is not finalized. Did you forget to return a Response object or `await next()`?");
				return context.res;
			} catch (err) {
				return this.#handleError(err, c);
			}
		})();
	}
	/**
	* `.fetch()` will be entry point of your app.
	*
	* @see {@link https://hono.dev/docs/api/hono#fetch}
	*
	* @param {Request} request - request Object of request
	* @param {Env} env - env Object
	* @param {ExecutionContext} executionCtx - context of execution
	* @returns {Response | Promise<Response>} response of request
	*
	*/
	fetch = (request, ...rest) => {
		return this.#dispatch(request, rest[1], rest[0], request.method);
	};
	/**
	* `.request()` is a useful method for testing.
	* You can pass a URL or pathname to send a GET request.
	* app will return a Response object.
	* ```ts
	* test('GET /hello is ok', async () => {
	*   const res = await app.request('/hello')
	*   expect(res.status).toBe(200)
	* })
	* ```
	* @see https://hono.dev/docs/api/hono#request
	*/
	request = (input, requestInit, Env, executionCtx) => {
		if (input instanceof Request) return this.fetch(requestInit ? new Request(input, requestInit) : input, Env, executionCtx);
		input = input.toString();
		return this.fetch(new Request(/^https?:\/\//.test(input) ? input : `http://localhost${mergePath("/", input)}`, requestInit), Env, executionCtx);
	};
	/**
	* `.fire()` automatically adds a global fetch event listener.
	* This can be useful for environments that adhere to the Service Worker API, such as non-ES module Cloudflare Workers.
	* @deprecated
	* Use `fire` from `hono/service-worker` instead.
	* ```ts
	* import { Hono } from 'hono'
	* import { fire } from 'hono/service-worker'
	*
	* const app = new Hono()
	* // ...
	* fire(app)
	* ```
	* @see https://hono.dev/docs/api/hono#fire
	* @see https://developer.mozilla.org/en-US/docs/Web/API/Service_Worker_API
	* @see https://developers.cloudflare.com/workers/reference/migrate-to-module-workers/
	*/
	fire = () => {
		addEventListener("fetch", (event) => {
			event.respondWith(this.#dispatch(event.request, event, void 0, event.request.method));
		});
	};
};

//#region src/router/utils.ts
const createNullObject = () => Object.create(null);

//#region src/router/reg-exp-router/matcher.ts
const emptyParam = [];
function match(method, path) {
	const matchers = this.buildAllMatchers();
	const match = ((method, path) => {
		const matcher = matchers[method] || matchers["ALL"];
		const staticMatch = matcher[2][path];
		if (staticMatch) return staticMatch;
		const match = path.match(matcher[0]);
		if (!match) return [[], emptyParam];
		const index = match.indexOf("", 1);
		return [matcher[1][index], match];
	});
	this.match = match;
	return match(method, path);
}

//#region src/router/reg-exp-router/node.ts
const LABEL_REG_EXP_STR = "[^/]+";
const ONLY_WILDCARD_REG_EXP_STR = "[^]*";
const TAIL_WILDCARD_REG_EXP_STR = "(?:|/[^]*)";
const PATH_ERROR = Symbol();
const regExpMetaChars = /* @__PURE__ */ new Set(".\\+*[^]$()");
/**
* Sort order:
* 1. literal
* 2. special pattern (e.g. :label{[0-9]+})
* 3. common label pattern (e.g. :label)
* 4. wildcard
*/
function compareKey(a, b) {
	if (a.length === 1) return b.length === 1 ? a < b ? -1 : 1 : -1;
	if (b.length === 1) return 1;
	if (a === "[^]*" || a === "(?:|/[^]*)") return b === "[^]*" ? -1 : 1;
	else if (b === "[^]*" || b === "(?:|/[^]*)") return -1;
	if (a === "[^/]+") return 1;
	else if (b === "[^/]+") return -1;
	return a.length === b.length ? a < b ? -1 : 1 : b.length - a.length;
}
var Node$1 = class Node {
	#index;
	#varIndex;
	#children = createNullObject();
	insert(tokens, index, paramMap, context, keys) {
		let node = this;
		for (let i = 0, len = tokens.length; i < len; i++) {
			const token = tokens[i];
			const pattern = token.length === 1 ? token === "*" ? i === len - 1 ? [
				"",
				"",
				ONLY_WILDCARD_REG_EXP_STR
			] : [
				"",
				"",
				LABEL_REG_EXP_STR
			] : null : token === "/*" ? [
				"",
				"",
				TAIL_WILDCARD_REG_EXP_STR
			] : token.match(/^\:([^\{\}]+)(?:\{(.+)\})?$/);
			let nextNode;
			if (pattern) {
				const name = pattern[1];
				let regexpStr = pattern[2] || "[^/]+";
				if (name && pattern[2]) {
					if (new RegExp(regexpStr).test("")) throw PATH_ERROR;
					regexpStr = regexpStr.replace(/^\((?!\?:)(?=[^)]+\)$)/, "(?:");
					if (/\((?!\?:)/.test(regexpStr)) throw PATH_ERROR;
					if (regexpStr.length === 1 && regExpMetaChars.has(regexpStr)) throw PATH_ERROR;
				}
				keys.push(regexpStr);
				nextNode = node.#children[regexpStr];
				if (!nextNode) {
					if (regexpStr !== "[^]*" && regexpStr !== "(?:|/[^]*)") {
						for (const k in node.#children) if ((regexpStr.length > 1 || k.length > 1) && k !== "[^]*" && k !== "(?:|/[^]*)") throw PATH_ERROR;
					}
					nextNode = node.#children[regexpStr] = new Node();
				}
				if (name !== "") {
					nextNode.#varIndex ??= context.varIndex++;
					paramMap.push([name, nextNode.#varIndex]);
				}
			} else {
				keys.push(token);
				nextNode = node.#children[token];
				if (!nextNode) {
					for (const k in node.#children) if (k.length > 1 && k !== "[^]*" && k !== "(?:|/[^]*)") throw PATH_ERROR;
					nextNode = node.#children[token] = new Node();
				}
			}
			node = nextNode;
		}
		if (node.#index !== void 0) throw PATH_ERROR;
		node.#index = index;
	}
	buildRegExpStr() {
		const strList = Object.keys(this.#children).sort(compareKey).map((k) => {
			const c = this.#children[k];
			const childStr = c.buildRegExpStr();
			return childStr === "" ? "" : (typeof c.#varIndex === "number" ? `(${k})@${c.#varIndex}` : regExpMetaChars.has(k) ? `\\${k}` : k) + childStr;
		}).filter(Boolean);
		if (typeof this.#index === "number" && this.#index !== -1) strList.unshift(`#${this.#index}`);
		if (strList.length === 0) return "";
		if (strList.length === 1) return strList[0];
		return "(?:" + strList.join("|") + ")";
	}
};

//#region src/router/reg-exp-router/trie.ts
var Trie = class {
	#context = { varIndex: 0 };
	#root = new Node$1();
	#index = 0;
	paths = createNullObject();
	insert(path, isStatic) {
		const keys = [];
		if (isStatic) {
			this.#root.insert(path.split(""), -1, [], this.#context, keys);
			this.paths[path] = [
				-1,
				[],
				keys
			];
			return;
		}
		const paramAssoc = [];
		const groups = [];
		let markedPath = path;
		for (let i = 0;;) {
			let replaced = false;
			markedPath = markedPath.replace(/\{(?:\{[\d,]+\}|[^}])+\}/g, (m) => {
				const mark = `@\\${i}`;
				groups[i] = [mark, m];
				i++;
				replaced = true;
				return mark;
			});
			if (!replaced) break;
		}
		/**
		*  - pattern (:label, :label{0-9]+}, ...)
		*  - /* wildcard
		*  - character
		*/
		const tokens = markedPath.match(/(?::[^\/]+)|(?:\/\*$)|./gs) || [];
		for (let i = groups.length - 1; i >= 0; i--) {
			const [mark] = groups[i];
			for (let j = tokens.length - 1; j >= 0; j--) if (tokens[j].indexOf(mark) !== -1) {
				tokens[j] = tokens[j].replace(mark, groups[i][1]);
				break;
			}
		}
		this.#root.insert(tokens, this.#index, paramAssoc, this.#context, keys);
		this.paths[path] = [
			this.#index++,
			paramAssoc,
			keys
		];
	}
	buildRegExp() {
		let regexp = this.#root.buildRegExpStr();
		if (regexp === "") return [
			/^$/,
			[],
			[]
		];
		let captureIndex = 0;
		const indexReplacementMap = [];
		const paramReplacementMap = [];
		regexp = regexp.replace(/#(\d+)|@(\d+)|\.\*\$/g, (_, handlerIndex, paramIndex) => {
			if (handlerIndex !== void 0) {
				indexReplacementMap[++captureIndex] = Number(handlerIndex);
				return "$()";
			}
			if (paramIndex !== void 0) {
				paramReplacementMap[Number(paramIndex)] = ++captureIndex;
				return "";
			}
			return "";
		});
		return [
			new RegExp(`^${regexp}`),
			indexReplacementMap,
			paramReplacementMap
		];
	}
};

//#region src/router/reg-exp-router/router.ts
function endsWithWildcard(keys) {
	const tail = keys[keys.length - 1];
	return tail === "[^]*" || tail === "(?:|/[^]*)";
}
function covers(wildcard, target) {
	const last = wildcard.length - 1;
	for (let i = 0; i < last; i++) if (wildcard[i] !== target[i]) return false;
	return wildcard[last] === "[^]*" || target.length === last || target[last] === "/";
}
var RegExpRouter = class {
	name = "RegExpRouter";
	#handlers;
	#tries;
	constructor() {
		this.#handlers = { ["ALL"]: [] };
		this.#tries = { ["ALL"]: new Trie() };
	}
	#insertPath(method, path) {
		try {
			this.#tries[method].insert(path, !/\*|\/:/.test(path));
		} catch (e) {
			throw e === PATH_ERROR ? new UnsupportedPathError(path) : e;
		}
	}
	add(method, path, handler) {
		const handlers = this.#handlers;
		if (!handlers) throw new Error(MESSAGE_MATCHER_IS_ALREADY_BUILT);
		const tries = this.#tries;
		if (!handlers[method]) {
			tries[method] = new Trie();
			handlers[method] = [...handlers["ALL"]];
			for (const p in tries["ALL"].paths) this.#insertPath(method, p);
		}
		if (path === "/*") path = "*";
		const methods = method === "ALL" ? Object.keys(handlers) : [method];
		const paths = checkOptionalParameter(path) || [path];
		for (const path of paths) for (const m of methods) {
			if (!tries[m].paths[path]) this.#insertPath(m, path);
			handlers[m].push([handler, path]);
		}
	}
	match = match;
	buildAllMatchers() {
		const matchers = createNullObject();
		for (const method of Object.keys(this.#handlers)) matchers[method] = this.#buildMatcher(method);
		this.#handlers = this.#tries = void 0;
		return matchers;
	}
	#buildMatcher(method) {
		const handlers = this.#handlers[method];
		const trie = this.#tries[method];
		const staticMap = createNullObject();
		const handlerData = [];
		const [regexp, indexReplacementMap, paramReplacementMap] = trie.buildRegExp();
		const own = createNullObject();
		const entries = handlers.map(([h, p], i) => {
			(own[p] ??= []).push(i);
			return [h, trie.paths[p][1].reduceRight((map, [key, varIndex]) => {
				map[key] = paramReplacementMap[varIndex];
				return map;
			}, createNullObject())];
		});
		const wildcards = Object.keys(own).filter((p) => endsWithWildcard(trie.paths[p][2]));
		for (const path in trie.paths) {
			const [index, , keys] = trie.paths[path];
			const indexes = [...own[path]];
			for (const p of wildcards) if (p !== path && covers(trie.paths[p][2], keys)) indexes.push(...own[p]);
			const data = indexes.sort((a, b) => a - b).map((i) => entries[i]);
			if (index === -1) {
				const last = Math.max(-1, ...data.flatMap(([, map]) => Object.values(map)));
				staticMap[path] = [data, last === -1 ? emptyParam : path.match(regexp).slice(0, last + 1)];
			} else handlerData[index] = data;
		}
		return [
			regexp,
			indexReplacementMap.map((i) => handlerData[i]),
			staticMap
		];
	}
};

//#region src/router/smart-router/router.ts
var SmartRouter = class {
	name = "SmartRouter";
	#routers = [];
	#routes = [];
	constructor(init) {
		this.#routers = init.routers;
	}
	add(method, path, handler) {
		if (!this.#routes) throw new Error(MESSAGE_MATCHER_IS_ALREADY_BUILT);
		this.#routes.push([
			method,
			path,
			handler
		]);
	}
	match(method, path) {
		if (!this.#routes) throw new Error("Fatal error");
		const routers = this.#routers;
		const routes = this.#routes;
		const len = routers.length;
		let i = 0;
		let res;
		for (; i < len; i++) {
			const router = routers[i];
			try {
				for (let i = 0, len = routes.length; i < len; i++) router.add(...routes[i]);
				res = router.match(method, path);
			} catch (e) {
				if (e instanceof UnsupportedPathError) continue;
				throw e;
			}
			this.match = router.match.bind(router);
			this.#routers = [router];
			this.#routes = void 0;
			break;
		}
		if (i === len) throw new Error("Fatal error");
		this.name = `SmartRouter + ${this.activeRouter.name}`;
		return res;
	}
	get activeRouter() {
		if (this.#routes || this.#routers.length !== 1) throw new Error("No active router has been determined yet.");
		return this.#routers[0];
	}
};

//#region src/router/trie-router/node.ts
const emptyParams = createNullObject();
let order = 0;
var Node = class Node {
	#methods = [];
	#children = createNullObject();
	#patterns = [];
	#pattern;
	#params = emptyParams;
	insert(method, path, handler) {
		let curNode = this;
		const parts = splitRoutingPath(path);
		const possibleKeys = /* @__PURE__ */ new Set();
		let i = 0;
		for (const p of parts) {
			const nextP = parts[++i];
			const pattern = getPattern(p, nextP) || (nextP === void 0 && p && p.indexOf("*") === p.length - 1 ? p : null);
			const isParam = Array.isArray(pattern);
			const key = isParam ? pattern[0] : pattern || p;
			const child = curNode.#children[key] ||= new Node();
			if (pattern && !child.#pattern) {
				child.#pattern = pattern;
				curNode.#patterns.push(child);
			}
			curNode = child;
			if (isParam) possibleKeys.add(pattern[1]);
		}
		curNode.#methods.push({ [method]: {
			handler,
			possibleKeys: [...possibleKeys],
			score: ++order
		} });
	}
	#pushHandlerSets(handlerSets, node, method, nodeParams, params) {
		for (let i = 0, len = node.#methods.length; i < len; i++) {
			const m = node.#methods[i];
			const handlerSet = m[method] || m["ALL"];
			if (handlerSet) {
				handlerSet.params = createNullObject();
				handlerSets.push(handlerSet);
				for (let i = 0, len = handlerSet.possibleKeys.length; i < len; i++) {
					const key = handlerSet.possibleKeys[i];
					handlerSet.params[key] = params?.[key] && !i ? params[key] : nodeParams[key] ?? params?.[key];
				}
			}
		}
	}
	search(method, path) {
		const handlerSets = [];
		this.#params = emptyParams;
		let curNodes = [this];
		const parts = splitPath(path);
		const curNodesQueue = [];
		const len = parts.length;
		let partOffsets = null;
		for (let i = 0; i < len; i++) {
			const part = parts[i];
			const isLast = i === len - 1;
			const tempNodes = [];
			for (let j = 0, len2 = curNodes.length; j < len2; j++) {
				const node = curNodes[j];
				const nextNode = node.#children[part];
				if (nextNode) {
					nextNode.#params = node.#params;
					if (isLast) {
						if (nextNode.#children["*"]) this.#pushHandlerSets(handlerSets, nextNode.#children["*"], method, node.#params);
						this.#pushHandlerSets(handlerSets, nextNode, method, node.#params);
					} else tempNodes.push(nextNode);
				}
				for (const child of node.#patterns) {
					const pattern = child.#pattern;
					const params = node.#params === emptyParams ? {} : { ...node.#params };
					if (typeof pattern === "string") {
						if (pattern === "*" || part.startsWith(pattern.slice(0, -1))) {
							this.#pushHandlerSets(handlerSets, child, method, node.#params);
							if (pattern === "*") {
								child.#params = params;
								tempNodes.push(child);
							}
						}
						continue;
					}
					const [, name, matcher] = pattern;
					if (!part && matcher === true) continue;
					if (matcher !== true) {
						if (!partOffsets) {
							partOffsets = [];
							let offset = path[0] === "/" ? 1 : 0;
							for (let p = 0; p < len; p++) {
								partOffsets[p] = offset;
								offset += parts[p].length + 1;
							}
						}
						const restPathString = path.slice(partOffsets[i]);
						const m = matcher.exec(restPathString);
						if (m) {
							if (!Object.hasOwn(params, name)) params[name] = m[0];
							this.#pushHandlerSets(handlerSets, child, method, node.#params, params);
							if (m[0].length === restPathString.length && child.#children["*"]) this.#pushHandlerSets(handlerSets, child.#children["*"], method, node.#params, params);
							for (const _ in child.#children) {
								child.#params = params;
								const componentCount = m[0].match(/\//g)?.length ?? 0;
								(curNodesQueue[componentCount] ||= []).push(child);
								break;
							}
							continue;
						}
					}
					if (matcher === true || matcher.test(part)) {
						if (!Object.hasOwn(params, name)) params[name] = part;
						if (isLast) {
							this.#pushHandlerSets(handlerSets, child, method, params, node.#params);
							if (child.#children["*"]) this.#pushHandlerSets(handlerSets, child.#children["*"], method, params, node.#params);
						} else {
							child.#params = params;
							tempNodes.push(child);
						}
					}
				}
			}
			const shifted = curNodesQueue.shift();
			curNodes = shifted ? tempNodes.concat(shifted) : tempNodes;
		}
		if (handlerSets[1]) handlerSets.sort((a, b) => {
			return a.score - b.score;
		});
		return [handlerSets.map(({ handler, params }) => [handler, params])];
	}
};

//#region src/router/trie-router/router.ts
var TrieRouter = class {
	name = "TrieRouter";
	#node = new Node();
	add(method, path, handler) {
		for (const result of checkOptionalParameter(path) || [path]) this.#node.insert(method, result, handler);
	}
	match(method, path) {
		return this.#node.search(method, path);
	}
};

//#region src/hono.ts
/**
* The Hono class extends the functionality of the HonoBase class.
* It sets up routing and allows for custom options to be passed.
*
* @template E - The environment type.
* @template S - The schema type.
* @template BasePath - The base path type.
*/
var Hono = class extends Hono$1 {
	/**
	* Creates an instance of the Hono class.
	*
	* @param options - Optional configuration options for the Hono instance.
	*/
	constructor(options = {}) {
		super(options);
		this.router = options.router ?? new SmartRouter({ routers: [new RegExpRouter(), new TrieRouter()] });
	}
};

var __defProp = Object.defineProperty;
var __defNormalProp = (obj, key, value) => key in obj ? __defProp(obj, key, { enumerable: true, configurable: true, writable: true, value }) : obj[key] = value;
var __publicField = (obj, key, value) => __defNormalProp(obj, typeof key !== "symbol" ? key + "" : key, value);
class HttpError extends Error {
  constructor(status, body, headers = {}) {
    super(body.detail);
    __publicField(this, "status", status);
    __publicField(this, "headers", headers);
    __publicField(this, "body");
    this.body = { ...body, attr: body.attr ?? null };
  }
}
function invalidInput(detail, attr = null, code = "invalid_input") {
  return new HttpError(400, { type: "validation_error", code, detail, attr });
}
function invalidPayload(detail) {
  return invalidInput(detail, null, "invalid_payload");
}
function unauthenticated(code, detail, headers = {}) {
  return new HttpError(401, { type: "authentication_error", code, detail }, headers);
}
function forbidden(detail) {
  return new HttpError(403, { type: "authentication_error", code: "permission_denied", detail });
}
function notFound(detail = "Not found.") {
  return new HttpError(404, { type: "invalid_request", code: "not_found", detail });
}
function methodNotAllowed(method, allowed) {
  const detail = `Method "${method}" not allowed.`;
  const headers = { Allow: allowed.join(", ") };
  return new HttpError(405, { type: "invalid_request", code: "method_not_allowed", detail }, headers);
}
function payloadTooLarge(maxBytes) {
  const detail = `maximum event size exceeded: the limit is ${maxBytes} bytes`;
  return new HttpError(413, { type: "validation_error", code: "payload_too_large", detail });
}
function unsupportedMediaType(contentType) {
  const detail = `Unsupported media type "${contentType}" in request.`;
  return new HttpError(415, { type: "invalid_request", code: "unsupported_media_type", detail });
}
function tooManyRequests(retryAfterMs) {
  const seconds = Math.max(1, Math.ceil(retryAfterMs / 1e3));
  const detail = `Request was throttled. Expected available in ${seconds} second${seconds === 1 ? "" : "s"}.`;
  const headers = { "Retry-After": String(seconds) };
  return new HttpError(429, { type: "throttled_error", code: "throttled", detail }, headers);
}
const RETRY_AFTER_SECONDS = 2;
function serviceUnavailable(detail) {
  const headers = { "Retry-After": String(RETRY_AFTER_SECONDS) };
  return new HttpError(503, { type: "server_error", code: "unavailable", detail }, headers);
}
function errorReply(error) {
  if (error instanceof HttpError) return error;
  return error instanceof tables.StoreUnavailableError ? serviceUnavailable("The database is not available. Please try again later.") : serverError();
}
function serverError() {
  return new HttpError(500, { type: "server_error", code: "error", detail: "A server error occurred." });
}

const CHALLENGE = { "WWW-Authenticate": 'Bearer realm="api"' };
async function authenticate(service, request) {
  const header = request.header("authorization");
  if (!header) {
    throw unauthenticated("not_authenticated", "Authentication credentials were not provided.", CHALLENGE);
  }
  const token = /^Bearer\s+(\S+)\s*$/i.exec(header)?.[1];
  const key = token === void 0 ? void 0 : await tables.findPersonalKey(service.store, token);
  const user = key && await service.store.get("users", { id: key.user_id });
  if (!key || !user) {
    const detail = "Personal API key found in request Authorization header is invalid.";
    throw unauthenticated("authentication_failed", detail, CHALLENGE);
  }
  return { key, user };
}
function requireScope(key, scope) {
  const writeScope = scope.replace(/:read$/, ":write");
  const isGranted = key.scopes.some((granted) => ["*", scope, writeScope].includes(granted));
  if (!isGranted) throw forbidden(`API key missing required scope '${scope}'`);
}
async function requireProject$1(service, key, id) {
  const project = id === "@current" ? await findFirstProject(service, key) : await findProjectById(service, id);
  if (!project) throw notFound("Project not found.");
  requireProjectAccess(key, project);
  return project;
}
function requireProjectAccess({ project_ids }, { id }) {
  if (project_ids === null || project_ids.includes(id)) return;
  throw forbidden(`API key does not have access to the requested project: ID ${id}.`);
}
async function findFirstProject(service, key) {
  const [first] = key.project_ids ?? [];
  if (first !== void 0) return service.store.get("projects", { id: first });
  return (await service.store.find("projects", { where: {}, limit: 1 }))[0];
}
async function findProjectById(service, id) {
  return /^\d{1,15}$/.test(id) ? service.store.get("projects", { id: Number(id) }) : void 0;
}
async function findProjectByToken(service, token) {
  return (await service.store.find("projects", { where: { token }, limit: 1 }))[0];
}
async function requireQueryProject({ service, query }) {
  const token = query.get("token") ?? query.get("api_key");
  if (!token) {
    const detail = "API key not provided. You can find your project API key in your project settings.";
    throw unauthenticated("missing_api_key", detail);
  }
  const project = await findProjectByToken(service, token);
  if (!project)
    throw unauthenticated("invalid_api_key", "Project API key invalid. Please check your project settings.");
  return project;
}

const BUSY = "Too many large requests are in progress. Please try again later.";
function createRouter(service, routes, ready) {
  const inTurn = tables.createQueue();
  const handle = async (route, context) => {
    if (context.request.isBodyRefused) throw serviceUnavailable(BUSY);
    await ready();
    return route.access === "public" && context.request.body.length > LARGE_BODY_BYTES ? inTurn(() => handleRoute(route, context)) : handleRoute(route, context);
  };
  const app = new Hono({ strict: false });
  for (const [path, group] of groupByPath(routes)) {
    const methods = [...group.map((route) => route.method), "OPTIONS"];
    if (group[0]?.access === "public") app.use(path, addCorsHeaders);
    for (const route of group) {
      app.on(route.method, path, async (c) => respond(c, await handle(route, requestContext(c, service))));
    }
    app.options(path, (c) => respond(c, { status: 204, headers: { Allow: methods.join(", ") } }));
    app.all(path, (c) => respond(c, methodNotAllowed(c.req.method, methods)));
  }
  app.notFound((c) => respond(c, notFound("Endpoint not found.")));
  app.onError((error, c) => respond(c, errorReply(error)));
  return async (request, log) => {
    const routingRequest = { url: request.url.href, method: request.method };
    return app.fetch(routingRequest, { request, log });
  };
}
const LARGE_BODY_BYTES = 1024;
function groupByPath(routes) {
  const groups = /* @__PURE__ */ new Map();
  for (const route of routes) {
    const path = route.path.replace(/\/$/, "");
    groups.set(path, [...groups.get(path) ?? [], route]);
  }
  return groups;
}
async function addCorsHeaders(c, next) {
  for (const [name, value] of Object.entries(failures.corsHeaders(c.env.request))) c.header(name, value);
  await next();
}
function requestContext(c, service) {
  const { request, log } = c.env;
  return { service, request, params: c.req.param(), query: request.url.searchParams, log };
}
function respond(c, { status, body, headers }) {
  if (body === void 0) {
    const length = status === 204 || status === 304 ? {} : { "Content-Length": "0" };
    return c.body(null, status, { ...length, ...headers });
  }
  const text = typeof body === "string" ? body : JSON.stringify(body);
  if (c.req.method === "HEAD") c.header("Content-Length", String(new TextEncoder().encode(text).length));
  return c.body(text, status, { "Content-Type": "application/json", ...headers });
}
async function handleRoute(route, context) {
  const { service, request, params } = context;
  switch (route.access) {
    case "public":
      return route.handle(context);
    case "user": {
      const isAnonymous = route.allowsAnonymous && !request.header("authorization");
      const caller = isAnonymous ? void 0 : await authenticate(service, request);
      service.throttle("users", caller?.key.id ?? request.ip ?? "");
      if (caller && service.options.requireUserScopes && !route.needsNoScope) {
        requireScope(caller.key, route.method === "GET" ? "user:read" : "user:write");
      }
      if (route.body) requireJson(request);
      return route.handle({ ...context, user: caller?.user, key: caller?.key });
    }
    case "management": {
      const { key, user } = await authenticate(service, request);
      service.throttle("management", key.id);
      requireScope(key, route.scope);
      const project = await requireProject$1(service, key, params["project_id"] ?? "");
      if (route.body) requireJson(request);
      return route.handle({ ...context, project, user });
    }
  }
}
function requireJson(request) {
  const type = request.header("content-type");
  if (request.body.length === 0 || type === void 0 || /^application\/([\w.-]+\+)?json\b/i.test(type))
    return;
  throw unsupportedMediaType(type);
}

const MAX_CALLERS = 1e4;
const MAX_KEY_LENGTH = 200;
function createThrottle(limits, now) {
  let windows = /* @__PURE__ */ new Map();
  return (group, caller) => {
    const limit = limits?.[group];
    if (!limit) return;
    const time = now();
    const key = `${group} ${caller.slice(0, MAX_KEY_LENGTH)}`;
    const window = currentWindow(windows.get(key), limit, time);
    if (windows.size > MAX_CALLERS) windows = new Map([...windows].slice(-MAX_CALLERS / 2));
    windows.set(key, window);
    window.requests++;
    if (window.requests > limit.requests) throw tooManyRequests(window.startedAt + limit.perMs - time);
  };
}
function currentWindow(window, limit, time) {
  return window && time - window.startedAt < limit.perMs ? window : { startedAt: time, requests: 0 };
}

async function raceAbort(signal, work) {
  if (!signal) return work();
  if (signal.aborted) throw signal.reason;
  let onAbort = () => {
  };
  const aborted = new Promise((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort);
  });
  try {
    return await Promise.race([work(), aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

const MAX_BODY_BYTES = 20 * 1024 * 1024 - 1;
const MAX_EVENTS = 1e6;
const MAX_BYTES = 128 * 1024 * 1024;
const DEFAULT_PROJECT_KEY = "phc_demo";
const DEFAULT_PERSONAL_KEY = "phx_demo";

function createProjectSettings(projects) {
  const quotas = /* @__PURE__ */ new Map();
  const configs = /* @__PURE__ */ new Map();
  const settings = {
    quota: (projectId) => quotas.get(projectId) ?? {},
    config: (projectId) => configs.get(projectId) ?? {},
    setQuota: (projectId, quota) => {
      quotas.set(projectId, { ...settings.quota(projectId), ...quota });
    },
    setConfig: (projectId, config) => {
      configs.set(projectId, { ...settings.config(projectId), ...config });
    },
    reset: () => {
      for (const { id, quota, config } of projects) {
        quotas.set(id, quota ?? {});
        configs.set(id, config ?? {});
      }
    }
  };
  settings.reset();
  return settings;
}

const ALIAS = "$create_alias";
const GROUP_IDENTIFY = "$groupidentify";
const IDENTIFY = "$identify";
const SURVEY_SHOWN = "survey shown";
const SURVEY_DISMISSED = "survey dismissed";
const SURVEY_SENT = "survey sent";
const GROUP_MAX_LENGTH = 400;
const DISTINCT_ID_MAX_LENGTH = 200;
const PROCESS_PERSON_PROFILE = "$process_person_profile";
const SURVEY_ID = "$survey_id";
const SURVEY_SUBMISSION_ID = "$survey_submission_id";
const SURVEY_LAST_SEEN_DATE = "$survey_last_seen_date";
const SURVEY_RESPONDED_PREFIX = "$survey_responded/";
const SURVEY_DISMISSED_PREFIX = "$survey_dismissed/";

const FLAGS_PATH = "/flags";
const CAPTURE_PATH = "/i/v0/e/";
const BATCH_PATH = "/batch/";
const SURVEY_LIST_PATH = "/api/surveys/";
const EARLY_ACCESS_PATH = "/api/early_access_features/";
const MANAGED_SURVEYS_PATH = "/api/projects/:project_id/surveys";
const MANAGED_FLAGS_PATH = "/api/projects/:project_id/feature_flags/";
const USERS_PATH = "/api/users";
const OPENAPI_PATH = "/openapi.json";

function decodeBase64(text) {
  const standard = text.trim().replaceAll(" ", "+").replaceAll("-", "+").replaceAll("_", "/");
  if (!/^[A-Za-z0-9+/\r\n]*={0,2}$/.test(standard)) return void 0;
  try {
    const binary = atob(standard.replace(/[\r\n]/g, ""));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
  } catch {
    return void 0;
  }
}

const ALPHABET$2 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const NO_VALUE = 64;
const VALUES = new Uint8Array(128).fill(NO_VALUE);
for (let value = 0; value < ALPHABET$2.length; value++) VALUES[ALPHABET$2.charCodeAt(value)] = value;
const BYTE = 0;
const WIDE = 1;
const END = 2;
const CORRUPT = "failed to decode request: lz64 decompression failed";
function decompressLz64(text, maxLength) {
  const readCode = bitReader(text.trim().replaceAll(" ", "+"));
  const dictionary = ["", "", ""];
  let width = 3;
  let codesUntilWider = 4;
  const literal = (kind) => String.fromCharCode(readCode(kind === BYTE ? 8 : 16));
  const countCode = () => {
    codesUntilWider--;
    if (codesUntilWider > 0) return;
    codesUntilWider = 2 ** width;
    width++;
  };
  const first = readCode(2);
  if (first === END) return "";
  if (first > END) throw invalidPayload(CORRUPT);
  let previous = literal(first);
  dictionary.push(previous);
  const output = [previous];
  let length = 1;
  for (; ; ) {
    let code = readCode(width);
    if (code === END) return output.join("");
    if (code === BYTE || code === WIDE) {
      dictionary.push(literal(code));
      code = dictionary.length - 1;
      countCode();
    }
    const entry = code === dictionary.length ? previous + previous[0] : dictionary[code];
    if (!entry) throw invalidPayload(CORRUPT);
    length += entry.length;
    if (length > maxLength) throw payloadTooLarge(maxLength);
    output.push(entry);
    dictionary.push(previous + entry[0]);
    countCode();
    previous = entry;
  }
}
function bitReader(text) {
  let position = 0;
  let value = 0;
  let bitsLeft = 0;
  return (bits) => {
    let number = 0;
    for (let bit = 0; bit < bits; bit++) {
      if (bitsLeft === 0) {
        value = VALUES[text.charCodeAt(position++)] ?? NO_VALUE;
        if (value === NO_VALUE) throw invalidPayload(CORRUPT);
        bitsLeft = 6;
      }
      bitsLeft--;
      number |= (value >> bitsLeft & 1) << bit;
    }
    return number;
  };
}

function isGzip(bytes) {
  return bytes[0] === 31 && bytes[1] === 139;
}
async function gunzip(bytes, maxBytes) {
  const { readable, writable } = new DecompressionStream("gzip");
  const writer = writable.getWriter();
  const ignore = () => {
  };
  writer.write(bytes).catch(ignore);
  writer.close().catch(ignore);
  const refusal = (length) => length > maxBytes ? payloadTooLarge(maxBytes) : void 0;
  const output = await readStream(readable, refusal).catch(() => {
    throw invalidPayload("failed to decode request: gzip decompression failed");
  });
  if (output instanceof HttpError) throw output;
  return output;
}

const MAX_DEPTH$2 = 256;
const NOT_JSON = "failed to parse request: invalid JSON";
const TOO_DEEP = `failed to parse request: nested deeper than ${MAX_DEPTH$2} levels`;
const QUOTE_OR_NON_JSON_NUMBER = /"|\\.|-?\b(?:NaN|Infinity)\b/g;
function parseJson$1(text) {
  if (nestingDepth(text) > MAX_DEPTH$2) throw invalidPayload(TOO_DEEP);
  try {
    return JSON.parse(text);
  } catch {
    return parseLenient(text);
  }
}
function parseLenient(text) {
  if (!/NaN|Infinity/.test(text)) throw invalidPayload(NOT_JSON);
  try {
    return JSON.parse(withoutNonJsonNumbers(text));
  } catch {
    throw invalidPayload(NOT_JSON);
  }
}
function withoutNonJsonNumbers(text) {
  let inString = false;
  return text.replace(QUOTE_OR_NON_JSON_NUMBER, (part) => {
    if (part === '"') inString = !inString;
    const isNumber = !inString && !/^["\\]/.test(part);
    return isNumber ? "null" : part;
  });
}
function nestingDepth(text) {
  let depth = 0;
  let maxDepth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === BACKSLASH) index++;
    else if (code === QUOTE) inString = !inString;
    else if (!inString && (code === OPEN_BRACE || code === OPEN_BRACKET))
      maxDepth = Math.max(maxDepth, ++depth);
    else if (!inString && (code === CLOSE_BRACE || code === CLOSE_BRACKET)) depth--;
  }
  return maxDepth;
}
const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

const ENCODINGS = {
  "": "plain",
  identity: "plain",
  none: "plain",
  gzip: "gzip",
  "gzip-js": "gzip",
  lz64: "lz64",
  "lz-string": "lz64",
  base64: "base64",
  b64: "base64"
};
async function decodePayload(encodedBody, options) {
  if (encodedBody.bytes.length === 0) throw invalidPayload("request missing data payload");
  const hint = encodedBody.compression || encodedBody.contentEncoding;
  if (isGzip(encodedBody.bytes)) return fromGzip(encodedBody.bytes, options);
  const text = utf8(encodedBody.bytes);
  const form = isForm(encodedBody.contentType, text) ? new URLSearchParams(text) : void 0;
  const data = form?.get("data");
  if (data === void 0 || data === null) return fromText(text, { hint, inForm: false }, options);
  return fromText(data, { hint: form?.get("compression") || hint, inForm: true }, options);
}
async function fromText(text, { hint, inForm }, options) {
  const kind = ENCODINGS[hint.toLowerCase()];
  if (kind === void 0 && options.strictCompression) {
    throw invalidPayload(`Failed to decode request: unsupported compression: ${hint}`);
  }
  if (kind === "lz64") return decoded(decompressLz64(text, options.maxBytes), "lz64");
  if (kind === "gzip") return fromGzip(inForm ? fromBase64(text) : encoder$1.encode(text), options);
  if (kind === "base64") return fromBytes(fromBase64(text), options);
  const start = text.trimStart()[0];
  const mayBeBase64 = (inForm || options.guessBase64) && start !== "{" && start !== "[";
  const bytes = mayBeBase64 ? decodeBase64(text) : void 0;
  return bytes && bytes.length > 0 ? fromBytes(bytes, options) : decoded(text, "plain");
}
async function fromGzip(bytes, options) {
  return decoded(utf8(await gunzip(bytes, options.maxBytes)), "gzip");
}
async function fromBytes(bytes, options) {
  if (bytes.length > options.maxBytes) throw payloadTooLarge(options.maxBytes);
  return isGzip(bytes) ? fromGzip(bytes, options) : decoded(utf8(bytes), "base64");
}
function decoded(text, encoding) {
  return { json: parseJson$1(text), encoding, length: text.length };
}
function fromBase64(text) {
  const bytes = decodeBase64(text);
  if (!bytes) throw invalidPayload("failed to decode request: invalid base64");
  return bytes;
}
function isForm(contentType, text) {
  return contentType.startsWith("application/x-www-form-urlencoded") || text.startsWith("data=");
}
function utf8(bytes) {
  try {
    return decoder.decode(bytes);
  } catch {
    throw invalidPayload("failed to decode request: invalid UTF-8");
  }
}
const encoder$1 = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true });

const MAX_LOGGED_LENGTH = 1e6;
async function decodeBody(context, options) {
  const { request, service, query, log } = context;
  if (request.isBodyTooLarge) throw payloadTooLarge(service.maxBodyBytes);
  const encodedBody = {
    bytes: request.body,
    contentType: request.header("content-type") ?? "",
    contentEncoding: request.header("content-encoding") ?? "",
    compression: query.get("compression") ?? ""
  };
  const { json, encoding, length } = await decodePayload(encodedBody, {
    ...options,
    maxBytes: service.maxBodyBytes
  });
  log.encoding = encoding;
  if (length <= MAX_LOGGED_LENGTH) log.body = json;
  return json;
}

const RELATIVE = /^-?(\d+)([hdwmy])$/;
const ABSOLUTE = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;
const MAX_COUNT = 1e4;
const HOUR_MS = 36e5;
const UNIT_MS = { h: HOUR_MS, d: 24 * HOUR_MS, w: 7 * 24 * HOUR_MS };
function relativeDate(text, now) {
  const match = RELATIVE.exec(text);
  const count = Number(match?.[1]);
  if (!match || count >= MAX_COUNT) return void 0;
  const unit = match[2];
  const unitMs = UNIT_MS[unit];
  if (unitMs !== void 0) return now - count * unitMs;
  return monthsBefore(now, unit === "y" ? count * 12 : count);
}
function monthsBefore(now, months) {
  const date = new Date(now);
  const target = date.getUTCFullYear() * 12 + date.getUTCMonth() - months;
  const year = Math.floor(target / 12);
  if (year < 1) return void 0;
  const month = target - year * 12;
  const time = new Date(now);
  time.setUTCFullYear(year, month, Math.min(date.getUTCDate(), daysInMonth(year, month)));
  return time.getTime();
}
function daysInMonth(year, month) {
  const date = /* @__PURE__ */ new Date(0);
  date.setUTCFullYear(year, month + 1, 0);
  return date.getUTCDate();
}
function absoluteDate(text, timeZone) {
  const match = ABSOLUTE.exec(text.trim());
  if (!match) return void 0;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0));
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month - 1)) return void 0;
  if (hour > 23 || minute > 59 || second > 59) return void 0;
  const date = /* @__PURE__ */ new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  const localMs = date.getTime() + Number(match[7] ?? 0) * 1e3;
  return localMs - offsetMs(match[8], localMs, timeZone);
}
function offsetMs(offset, localMs, timeZone) {
  if (offset === void 0) return zoneOffsetMs(localMs, timeZone);
  if (offset.toUpperCase() === "Z") return 0;
  const sign = offset.startsWith("-") ? -1 : 1;
  return sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2))) * 6e4;
}
function zoneOffsetMs(localMs, timeZone) {
  if (timeZone === "UTC") return 0;
  const guess = zoneOffsetAt(localMs, timeZone);
  return zoneOffsetAt(localMs - guess, timeZone);
}
function zoneOffsetAt(time, timeZone) {
  try {
    const parts = new Intl.DateTimeFormat("en-US", {
      timeZone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric"
    }).formatToParts(time);
    const part = (type) => Number(parts.find((candidate) => candidate.type === type)?.value);
    const localTime = Date.UTC(
      part("year"),
      part("month") - 1,
      part("day"),
      part("hour"),
      part("minute"),
      part("second")
    );
    return localTime - Math.floor(time / 1e3) * 1e3;
  } catch {
    return 0;
  }
}

function toText(value) {
  return typeof value === "string" ? value : JSON.stringify(value) ?? "null";
}
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const WORD = /^([+-]?)(inf|infinity|nan)$/i;
function toNumber(value) {
  if (typeof value === "number") return value;
  if (typeof value !== "string") return void 0;
  if (NUMBER.test(value)) return Number(value);
  const word = WORD.exec(value);
  if (!word) return void 0;
  if (word[2].toLowerCase() === "nan") return Number.NaN;
  return word[1] === "-" ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
}
function isInfinite(value) {
  return typeof value === "number" && !Number.isFinite(value);
}
function asciiLower(text) {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
function isObject$2(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
function ownProperty(object, key) {
  return Object.hasOwn(object, key) ? object[key] : void 0;
}

const MAX_AHEAD_MS = 23 * 36e5;
const SECONDS_BELOW = 1e11;
const LAST_YEAR = 9999;
const LONG_YEAR = /^(\d{5,6})-/;
function eventTime(input) {
  const { now } = input;
  if (input.timestamp === void 0 || input.timestamp === null || input.timestamp === "") {
    const offset = toNumber(input.offset);
    const isUsable = offset !== void 0 && Number.isFinite(offset);
    return { time: isUsable ? clampToCalendar(now - offset, now) : now, isReadable: true };
  }
  const clientTime = parseTimestamp(input.timestamp);
  if (clientTime === void 0) return { time: now, isReadable: false };
  const skew = input.sentAt === void 0 || input.ignoreSentAt ? 0 : input.sentAt - now;
  const isBeyondCalendar = new Date(clientTime).getUTCFullYear() > LAST_YEAR;
  return { time: isBeyondCalendar ? 0 : clampToCalendar(clientTime - skew, now), isReadable: true };
}
function clampToCalendar(time, now) {
  const year = new Date(time).getUTCFullYear();
  if (!(year >= 0 && year <= LAST_YEAR)) return 0;
  return time > now + MAX_AHEAD_MS ? now : time;
}
function parseTimestamp(value) {
  const number = toNumber(value);
  if (number !== void 0) {
    const ms = Math.abs(number) < SECONDS_BELOW ? number * 1e3 : number;
    return Number.isNaN(new Date(ms).getTime()) ? void 0 : ms;
  }
  if (typeof value !== "string") return void 0;
  const isoTime = absoluteDate(value, "UTC");
  if (isoTime !== void 0) return isoTime;
  const parsed = Date.parse(value.replace(LONG_YEAR, (_, year) => `+${year.padStart(6, "0")}-`));
  return Number.isNaN(parsed) ? void 0 : parsed;
}
function parseQueryClock(value) {
  const ms = value !== null && /^\d{10,16}$/.test(value) ? Number(value) : void 0;
  return ms !== void 0 && ms >= Date.UTC(2021, 0, 1) ? ms : void 0;
}

function groupKey(value) {
  if (typeof value === "number") return isInfinite(value) ? void 0 : String(value);
  return typeof value === "string" && value !== "" ? value : void 0;
}

function truncate(text, maxCharacters) {
  if (text.length <= maxCharacters) return text;
  return Array.from(text.slice(0, maxCharacters * 2)).slice(0, maxCharacters).join("");
}

const NAME_MAX_LENGTH = 200;
const UUID$1 = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;
const NEEDS_PERSON = /* @__PURE__ */ new Set([IDENTIFY, ALIAS, "$merge_dangerously", GROUP_IDENTIFY]);
const DISCARDED_EVENTS = /* @__PURE__ */ new Set(["$performance_event"]);
function normalizeEvent(item, context) {
  if (!isObject$2(item)) return refused("failed to parse request: an event must be an object", null);
  const properties = item["properties"] ?? {};
  if (!isObject$2(properties))
    return refused("failed to parse request: properties must be an object", "properties");
  const uuid = item["uuid"] || void 0;
  if (uuid !== void 0 && (typeof uuid !== "string" || !UUID$1.test(uuid)))
    return refused("failed to parse request: invalid uuid", "uuid");
  const name = eventName(item, context);
  if (name === void 0) return dropped$1("event_without_name", "the event has no name");
  const distinctId = eventDistinctId(item, properties);
  if (distinctId === void 0) return dropped$1("event_without_distinct_id", `${name} has no distinct_id`);
  if (DISCARDED_EVENTS.has(name)) return dropped$1("event_discarded", `${name} is not stored`);
  const isAnonymous = properties[PROCESS_PERSON_PROFILE] === false;
  if (isAnonymous && NEEDS_PERSON.has(name))
    return dropped$1("invalid_event_when_process_person_profile_is_false", `${name} needs a person`);
  const { time, isReadable } = eventTime({
    timestamp: item["timestamp"],
    offset: item["offset"],
    sentAt: context.sentAt ?? parseTimestamp(item["sent_at"]) ?? context.queryClock,
    // The times of a migration are from another system, not from the clock of the sender.
    ignoreSentAt: context.historicalMigration || properties["$ignore_sent_at"] === true,
    now: context.now
  });
  const event = {
    project_id: context.projectId,
    uuid: (uuid ?? context.uuid()).toLowerCase(),
    event: name,
    distinct_id: distinctId,
    properties: isAnonymous ? withoutPersonChanges(properties) : withPersonChanges(item, properties),
    timestamp: time === context.now ? context.receivedAt : new Date(time).toISOString(),
    received_at: context.receivedAt,
    person_id: null,
    person_mode: isAnonymous ? "anonymous" : "full",
    historical_migration: context.historicalMigration,
    groups: eventGroups(properties)
  };
  const warnings = [];
  if (!["boolean", "undefined"].includes(typeof properties[PROCESS_PERSON_PROFILE]))
    warnings.push({
      type: "invalid_process_person_profile",
      detail: `${PROCESS_PERSON_PROFILE} must be a boolean`
    });
  if (!isReadable) warnings.push({ type: "invalid_timestamp", detail: `${name} has an unreadable timestamp` });
  return { kind: "event", event, warnings };
}
function dropped$1(type, detail) {
  return { kind: "dropped", warning: { type, detail } };
}
function refused(detail, attr) {
  return { kind: "refused", detail, attr };
}
function eventName(item, context) {
  const name = item["event"] ?? context.impliedName;
  return typeof name === "string" && name.trim() !== "" ? truncate(name, NAME_MAX_LENGTH) : void 0;
}
function eventDistinctId(item, properties) {
  const candidates = [
    item["distinct_id"],
    item["$distinct_id"],
    properties["distinct_id"],
    properties["$distinct_id"]
  ];
  const id = candidates.find(
    (candidate) => candidate !== void 0 && candidate !== null && !isInfinite(candidate)
  );
  if (id === void 0) return void 0;
  const text = toText(id);
  return text.trim() === "" ? void 0 : storedDistinctId(text);
}
function storedDistinctId(text) {
  return truncate(text, DISTINCT_ID_MAX_LENGTH).replaceAll("\0", "\uFFFD");
}
function withPersonChanges(item, properties) {
  const changes = {};
  for (const name of ["$set", "$set_once"]) {
    const topLevel = item[name];
    const nested = ownProperty(properties, name);
    if (isObject$2(topLevel)) changes[name] = isObject$2(nested) ? { ...nested, ...topLevel } : topLevel;
  }
  if (Array.isArray(item["$unset"])) changes["$unset"] = item["$unset"];
  return Object.keys(changes).length === 0 ? properties : { ...properties, ...changes };
}
function withoutPersonChanges(properties) {
  const { $set, $set_once, $unset, ...rest } = properties;
  return rest;
}
const NO_GROUPS = Object.freeze({});
function eventGroups(properties) {
  const groups = properties["$groups"];
  if (!isObject$2(groups)) return NO_GROUPS;
  return Object.fromEntries(
    Object.entries(groups).flatMap(([type, value]) => {
      const key = groupKey(value);
      return key === void 0 ? [] : [[type, key]];
    })
  );
}

const EMPTY_BATCH = { detail: "request holds no event", attr: null };
const NO_BATCH = { detail: "failed to parse request: batch is missing", attr: "batch" };
const NO_BOOLEAN = {
  detail: "failed to parse request: historical_migration must be a boolean",
  attr: "historical_migration"
};
function parseBatch(json, { requiresBatch }) {
  if (Array.isArray(json)) return json.length === 0 ? EMPTY_BATCH : toBatch(json, {});
  if (!isObject$2(json)) return { detail: "failed to parse request: expected an object or a list", attr: null };
  const { historical_migration } = json;
  if (historical_migration !== void 0 && historical_migration !== null && typeof historical_migration !== "boolean")
    return NO_BOOLEAN;
  if (requiresBatch && !("batch" in json) && !("event" in json)) return NO_BATCH;
  if (!("batch" in json)) return { ...toBatch([json], json), isSingle: true };
  const { batch } = json;
  if (!Array.isArray(batch)) return { detail: "failed to parse request: batch must be a list", attr: "batch" };
  return batch.length === 0 ? EMPTY_BATCH : toBatch(batch, json);
}
function toBatch(items, body) {
  const bodyToken = findToken(body);
  const tokens = bodyToken === void 0 ? items.flatMap((item) => findToken(item) ?? []) : [bodyToken];
  return {
    items,
    tokens: [...new Set(tokens)],
    historicalMigration: body["historical_migration"] === true,
    sentAt: body["sent_at"],
    isSingle: false
  };
}
function findToken(item) {
  if (!isObject$2(item)) return void 0;
  const { properties } = item;
  const propertyToken = isObject$2(properties) ? ownProperty(properties, "token") : void 0;
  const candidates = [item["api_key"], item["token"], item["$token"], propertyToken];
  return candidates.find((token) => typeof token === "string")?.trim();
}

const MAX_LENGTH = 64;
function projectKeyError(token) {
  if (token === "") return "empty";
  if (token.length > MAX_LENGTH) return "too_long";
  if (token.includes("\0")) return "null_byte";
  if (Array.from(token).some((character) => character > "\x7F")) return "not_ascii";
  return token.startsWith("phx_") ? "personal_api_key" : void 0;
}

/******************************************************************************
Copyright (c) Microsoft Corporation.

Permission to use, copy, modify, and/or distribute this software for any
purpose with or without fee is hereby granted.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH
REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY
AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM
LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR
OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR
PERFORMANCE OF THIS SOFTWARE.
***************************************************************************** */
/* global Reflect, Promise, SuppressedError, Symbol */


function __rest(s, e) {
    var t = {};
    for (var p in s) if (Object.prototype.hasOwnProperty.call(s, p) && e.indexOf(p) < 0)
        t[p] = s[p];
    if (s != null && typeof Object.getOwnPropertySymbols === "function")
        for (var i = 0, p = Object.getOwnPropertySymbols(s); i < p.length; i++) {
            if (e.indexOf(p[i]) < 0 && Object.prototype.propertyIsEnumerable.call(s, p[i]))
                t[p[i]] = s[p[i]];
        }
    return t;
}

typeof SuppressedError === "function" ? SuppressedError : function (error, suppressed, message) {
    var e = new Error(message);
    return e.name = "SuppressedError", e.error = error, e.suppressed = suppressed, e;
};

const ZodTypeKeys = {
    ZodAny: 'any',
    ZodArray: 'array',
    ZodBigInt: 'bigint',
    ZodBoolean: 'boolean',
    ZodDefault: 'default',
    ZodPrefault: 'prefault',
    ZodTransform: 'transform',
    ZodEnum: 'enum',
    ZodIntersection: 'intersection',
    ZodLazy: 'lazy',
    ZodLiteral: 'literal',
    ZodNever: 'never',
    ZodNull: 'null',
    ZodNullable: 'nullable',
    ZodNumber: 'number',
    ZodNonOptional: 'nonoptional',
    ZodObject: 'object',
    ZodOptional: 'optional',
    ZodPipe: 'pipe',
    ZodReadonly: 'readonly',
    ZodRecord: 'record',
    ZodString: 'string',
    ZodTuple: 'tuple',
    ZodType: 'type',
    ZodUnion: 'union',
    ZodDiscriminatedUnion: 'union',
    ZodUnknown: 'unknown',
    ZodVoid: 'void',
    ZodDate: 'date',
    ZodTemplateLiteral: 'template_literal',
};
function isZodType(schema, typeNames) {
    const typeNamesArray = Array.isArray(typeNames) ? typeNames : [typeNames];
    return typeNamesArray.some(typeName => {
        var _a;
        const typeNameMatch = ((_a = schema === null || schema === void 0 ? void 0 : schema.def) === null || _a === void 0 ? void 0 : _a.type) === ZodTypeKeys[typeName];
        if (typeName === 'ZodDiscriminatedUnion') {
            return (typeNameMatch &&
                'discriminator' in schema.def);
        }
        return typeNameMatch;
    });
}
function isAnyZodType(schema) {
    return schema && 'def' in schema;
}
/**
 * The schema.isNullable() is deprecated. This is the suggested replacement
 * as this was how isNullable operated beforehand.
 */
function isNullableSchema(schema) {
    return schema.safeParse(null).success;
}
/**
 * The schema.isOptional() is deprecated. This is the suggested replacement
 * as this was how isOptional operated beforehand.
 */
function isOptionalSchema(schema) {
    return schema.safeParse(undefined).success;
}

let $ZodRegistry$1 = class $ZodRegistry {
    constructor() {
        this._map = new Map();
        this._idmap = new Map();
    }
    add(schema, ..._meta) {
        const meta = _meta[0];
        this._map.set(schema, meta);
        if (meta && typeof meta === "object" && "id" in meta) {
            if (this._idmap.has(meta.id)) {
                throw new Error(`ID ${meta.id} already exists in the registry`);
            }
            this._idmap.set(meta.id, schema);
        }
        return this;
    }
    clear() {
        this._map = new Map();
        this._idmap = new Map();
        return this;
    }
    remove(schema) {
        const meta = this._map.get(schema);
        if (meta && typeof meta === "object" && "id" in meta) {
            this._idmap.delete(meta.id);
        }
        this._map.delete(schema);
        return this;
    }
    get(schema) {
        // return this._map.get(schema) as any;
        // inherit metadata
        const p = schema._zod.parent;
        if (p) {
            const pm = { ...(this.get(p) ?? {}) };
            delete pm.id; // do not inherit id
            return { ...pm, ...this._map.get(schema) };
        }
        return this._map.get(schema);
    }
    has(schema) {
        return this._map.has(schema);
    }
};
// registries
function registry$1() {
    return new $ZodRegistry$1();
}

function isEqual(x, y) {
    if (x === null || x === undefined || y === null || y === undefined) {
        return x === y;
    }
    if (x === y || x.valueOf() === y.valueOf()) {
        return true;
    }
    if (Array.isArray(x)) {
        if (!Array.isArray(y)) {
            return false;
        }
        if (x.length !== y.length) {
            return false;
        }
    }
    // if they are strictly equal, they both need to be object at least
    if (!(x instanceof Object) || !(y instanceof Object)) {
        return false;
    }
    // recursive object equality check
    const keysX = Object.keys(x);
    return (Object.keys(y).every(keyY => keysX.indexOf(keyY) !== -1) &&
        keysX.every(key => isEqual(x[key], y[key])));
}
class ObjectSet {
    constructor() {
        this.buckets = new Map();
    }
    put(value) {
        const hashCode = this.hashCodeOf(value);
        const itemsByCode = this.buckets.get(hashCode);
        if (!itemsByCode) {
            this.buckets.set(hashCode, [value]);
            return;
        }
        const alreadyHasItem = itemsByCode.some(_ => isEqual(_, value));
        if (!alreadyHasItem) {
            itemsByCode.push(value);
        }
    }
    contains(value) {
        const hashCode = this.hashCodeOf(value);
        const itemsByCode = this.buckets.get(hashCode);
        if (!itemsByCode) {
            return false;
        }
        return itemsByCode.some(_ => isEqual(_, value));
    }
    values() {
        return [...this.buckets.values()].flat();
    }
    stats() {
        let totalBuckets = 0;
        let totalValues = 0;
        let collisions = 0;
        for (const bucket of this.buckets.values()) {
            totalBuckets += 1;
            totalValues += bucket.length;
            if (bucket.length > 1) {
                collisions += 1;
            }
        }
        const hashEffectiveness = totalBuckets / totalValues;
        return { totalBuckets, collisions, totalValues, hashEffectiveness };
    }
    hashCodeOf(object) {
        let hashCode = 0;
        if (Array.isArray(object)) {
            for (let i = 0; i < object.length; i++) {
                hashCode ^= this.hashCodeOf(object[i]) * i;
            }
            return hashCode;
        }
        if (typeof object === 'string') {
            for (let i = 0; i < object.length; i++) {
                hashCode ^= object.charCodeAt(i) * i;
            }
            return hashCode;
        }
        if (typeof object === 'number') {
            return object;
        }
        if (typeof object === 'object') {
            for (const [key, value] of Object.entries(object)) {
                hashCode ^= this.hashCodeOf(key) + this.hashCodeOf(value !== null && value !== void 0 ? value : '');
            }
        }
        return hashCode;
    }
}

function isUndefined(value) {
    return value === undefined;
}
function mapValues$1(object, mapper) {
    const result = {};
    Object.entries(object).forEach(([key, value]) => {
        result[key] = mapper(value);
    });
    return result;
}
function omit$1(object, keys) {
    const result = {};
    Object.entries(object).forEach(([key, value]) => {
        if (!keys.some(keyToOmit => keyToOmit === key)) {
            result[key] = value;
        }
    });
    return result;
}
function omitBy(object, predicate) {
    const result = {};
    Object.entries(object).forEach(([key, value]) => {
        if (!predicate(value, key)) {
            result[key] = value;
        }
    });
    return result;
}
function compact(arr) {
    return arr.filter((elem) => !isUndefined(elem));
}
const objectEquals = isEqual;
function uniq(values) {
    const set = new ObjectSet();
    values.forEach(value => set.put(value));
    return [...set.values()];
}
function isString(val) {
    return typeof val === 'string';
}
function sortObjectByKeys(obj) {
    return Object.fromEntries(Object.entries(obj).sort(([leftKey], [rightKey]) => leftKey.localeCompare(rightKey)));
}

/**
 * @deprecated This is not really deprecated but this should always be used with
 * caution. Using it may alter the behavior of the library and the generated schemas.
 */
const zodToOpenAPIRegistry = registry$1();
class Metadata {
    static collectMetadata(schema, metadata) {
        const currentMetadata = this.getMetadataFromRegistry(schema);
        const _internal = Object.assign(Object.assign({}, currentMetadata === null || currentMetadata === void 0 ? void 0 : currentMetadata._internal), metadata === null || metadata === void 0 ? void 0 : metadata._internal);
        const param = Object.assign(Object.assign({}, currentMetadata === null || currentMetadata === void 0 ? void 0 : currentMetadata.param), metadata === null || metadata === void 0 ? void 0 : metadata.param);
        const totalMetadata = Object.assign(Object.assign(Object.assign(Object.assign({}, (Object.keys(_internal).length > 0 ? { _internal } : {})), currentMetadata), metadata), (Object.keys(param).length > 0 ? { param } : {}));
        if (isZodType(schema, [
            'ZodOptional',
            'ZodNullable',
            'ZodDefault',
            'ZodPrefault',
            'ZodReadonly',
            'ZodNonOptional',
        ]) &&
            isAnyZodType(schema._zod.def.innerType)) {
            return this.collectMetadata(schema._zod.def.innerType, totalMetadata);
        }
        if (isZodType(schema, 'ZodPipe')) {
            const inSchema = schema._zod.def.in;
            const outSchema = schema._zod.def.out;
            // meaning preprocess
            if (isZodType(inSchema, 'ZodTransform') && isAnyZodType(outSchema)) {
                return this.collectMetadata(outSchema, totalMetadata);
            }
            if (isAnyZodType(inSchema)) {
                // meaning transform
                return this.collectMetadata(inSchema, totalMetadata);
            }
        }
        return totalMetadata;
    }
    /**
     * @deprecated Use one of `getOpenApiMetadata` or `getInternalMetadata` instead
     */
    static getMetadata(zodSchema) {
        return this.collectMetadata(zodSchema);
    }
    static getOpenApiMetadata(zodSchema) {
        const metadata = this.collectMetadata(zodSchema);
        const _a = metadata !== null && metadata !== void 0 ? metadata : {}, { _internal } = _a, rest = __rest(_a, ["_internal"]);
        return rest;
    }
    static getInternalMetadata(zodSchema) {
        var _a;
        return (_a = this.collectMetadata(zodSchema)) === null || _a === void 0 ? void 0 : _a._internal;
    }
    static getParamMetadata(zodSchema) {
        const metadata = this.collectMetadata(zodSchema);
        return Object.assign(Object.assign({}, metadata), { 
            // A description provided from .openapi() should be taken with higher precedence
            param: Object.assign(Object.assign({}, ((metadata === null || metadata === void 0 ? void 0 : metadata.description) ? { description: metadata.description } : {})), metadata === null || metadata === void 0 ? void 0 : metadata.param) });
    }
    /**
     * A method that omits all custom keys added to the regular OpenAPI
     * metadata properties
     */
    static buildSchemaMetadata(metadata) {
        return omitBy(omit$1(metadata, ['param', '_internal']), isUndefined);
    }
    static buildParameterMetadata(metadata) {
        return omitBy(metadata, isUndefined);
    }
    static applySchemaMetadata(initialData, metadata) {
        return omitBy(Object.assign(Object.assign({}, initialData), this.buildSchemaMetadata(metadata)), isUndefined);
    }
    static getRefId(zodSchema) {
        var _a;
        return (_a = this.getInternalMetadata(zodSchema)) === null || _a === void 0 ? void 0 : _a.refId;
    }
    static unwrapChained(schema) {
        return this.unwrapUntil(schema);
    }
    static getDefaultValue(zodSchema) {
        var _a;
        const unwrapped = (_a = this.unwrapUntil(zodSchema, 'ZodDefault')) !== null && _a !== void 0 ? _a : this.unwrapUntil(zodSchema, 'ZodPrefault');
        return unwrapped === null || unwrapped === void 0 ? void 0 : unwrapped._zod.def.defaultValue;
    }
    static unwrapUntil(schema, typeName) {
        if (typeName && isZodType(schema, typeName)) {
            return schema;
        }
        if (isZodType(schema, [
            'ZodOptional',
            'ZodNullable',
            'ZodDefault',
            'ZodPrefault',
            'ZodReadonly',
            'ZodNonOptional',
        ]) &&
            isAnyZodType(schema._zod.def.innerType)) {
            return this.unwrapUntil(schema._zod.def.innerType, typeName);
        }
        if (isZodType(schema, 'ZodPipe')) {
            const inSchema = schema._zod.def.in;
            const outSchema = schema._zod.def.out;
            // meaning preprocess
            if (isZodType(inSchema, 'ZodTransform') && isAnyZodType(outSchema)) {
                return this.unwrapUntil(outSchema, typeName);
            }
            // meaning transform
            if (isAnyZodType(inSchema)) {
                return this.unwrapUntil(inSchema, typeName);
            }
        }
        return typeName ? undefined : schema;
    }
    static getMetadataFromInternalRegistry(zodSchema) {
        return zodToOpenAPIRegistry.get(zodSchema);
    }
    static getMetadataFromRegistry(zodSchema) {
        const internal = this.getMetadataFromInternalRegistry(zodSchema);
        const general = zodSchema.meta();
        if (!internal) {
            return general;
        }
        const { _internal } = internal, rest = __rest(internal, ["_internal"]);
        const _a = general !== null && general !== void 0 ? general : {}, { id, title } = _a, restGeneral = __rest(_a, ["id", "title"]);
        return Object.assign(Object.assign(Object.assign({ _internal: Object.assign(Object.assign({}, (id ? { refId: id } : {})), _internal) }, rest), (title ? { description: title } : {})), restGeneral);
    }
    static setMetadataInRegistry(zodSchema, metadata) {
        zodToOpenAPIRegistry.add(zodSchema, metadata);
    }
}

function preserveMetadataFromModifier(zodSchema, modifier) {
    const zodModifier = zodSchema[modifier];
    if (typeof zodModifier !== 'function') {
        return;
    }
    zodSchema[modifier] = function (...args) {
        const result = zodModifier.apply(this, args);
        const meta = Metadata.getMetadataFromRegistry(this);
        if (meta) {
            Metadata.setMetadataInRegistry(result, meta);
        }
        return result;
    };
}
function extendZodWithOpenApi(zod) {
    if (typeof zod.ZodType.prototype.openapi !== 'undefined') {
        // This zod instance is already extended with the required methods,
        // doing it again will just result in multiple wrapper methods for
        // `optional` and `nullable`
        return;
    }
    zod.ZodType.prototype.openapi = function (...args) {
        const { refId, metadata, options } = getOpenApiConfiguration(...args);
        const _a = metadata !== null && metadata !== void 0 ? metadata : {}, { param } = _a, restOfOpenApi = __rest(_a, ["param"]);
        const allMetadata = Metadata.getMetadataFromRegistry(this);
        const _b = allMetadata !== null && allMetadata !== void 0 ? allMetadata : {}, { _internal: internalMetadata } = _b, currentMetadata = __rest(_b, ["_internal"]);
        const _internal = Object.assign(Object.assign(Object.assign({}, internalMetadata), options), (refId ? { refId } : undefined));
        const resultMetadata = Object.assign(Object.assign(Object.assign({}, currentMetadata), restOfOpenApi), ((currentMetadata === null || currentMetadata === void 0 ? void 0 : currentMetadata.param) || param
            ? {
                param: Object.assign(Object.assign({}, currentMetadata === null || currentMetadata === void 0 ? void 0 : currentMetadata.param), param),
            }
            : undefined));
        // We need to create a new instance of the schema so that sequential
        // calls to .openapi from keys do not override each other
        // See the test in metadata-overrides.spec.ts (only adds overrides for new metadata properties)
        const result = new this.constructor(this._def);
        function setMetadata(schema) {
            Metadata.setMetadataInRegistry(schema, Object.assign(Object.assign({}, (Object.keys(_internal).length > 0 ? { _internal } : undefined)), resultMetadata));
        }
        setMetadata(result);
        /**
         * In order to handle z.json() which is implemented as:
         *
         * const jsonSchema = lazy(() => { return union([ ... ]) });
         * return jsonSchema;
         *
         * We need to not only set the metadata to the resulting schema (which would be different
         * from `jsonSchema`), but also to the original lazy schema so that the _internal metadata (refId)
         * is also present in the internally used `jsonSchema`.
         */
        if (isZodType(result, 'ZodLazy')) {
            setMetadata(this);
        }
        if (isZodType(result, 'ZodObject')) {
            const currentMetadata = Metadata.getMetadataFromRegistry(result);
            const originalExtend = result.extend;
            result.extend = function (...args) {
                const extendedResult = originalExtend.apply(result, args);
                const _a = currentMetadata !== null && currentMetadata !== void 0 ? currentMetadata : {}, { _internal } = _a, rest = __rest(_a, ["_internal"]);
                Metadata.setMetadataInRegistry(extendedResult, {
                    _internal: {
                        extendedFrom: (_internal === null || _internal === void 0 ? void 0 : _internal.refId)
                            ? { refId: _internal.refId, schema: result }
                            : _internal === null || _internal === void 0 ? void 0 : _internal.extendedFrom,
                    },
                });
                // This is hacky. Yes we can do that directly in the meta call above,
                // but that would not override future calls to .extend. That's why
                // we call openapi explicitly here. And in that case might as well add the metadata
                // here instead of through the meta call
                return extendedResult.openapi(rest);
            };
            preserveMetadataFromModifier(result, 'catchall');
        }
        preserveMetadataFromModifier(result, 'optional');
        preserveMetadataFromModifier(result, 'nullable');
        preserveMetadataFromModifier(result, 'default');
        preserveMetadataFromModifier(result, 'transform');
        preserveMetadataFromModifier(result, 'refine');
        preserveMetadataFromModifier(result, 'length');
        preserveMetadataFromModifier(result, 'min');
        preserveMetadataFromModifier(result, 'max');
        const originalMeta = result.meta;
        result.meta = function (...args) {
            const result = originalMeta.apply(this, args);
            if (args[0]) {
                const meta = Metadata.getMetadataFromInternalRegistry(this);
                if (meta) {
                    Metadata.setMetadataInRegistry(result, Object.assign(Object.assign({}, meta), args[0]));
                }
            }
            return result;
        };
        return result;
    };
}
function getOpenApiConfiguration(refOrOpenapi, metadataOrOptions, options) {
    if (typeof refOrOpenapi === 'string') {
        return {
            refId: refOrOpenapi,
            metadata: metadataOrOptions,
            options,
        };
    }
    return {
        refId: undefined,
        metadata: refOrOpenapi,
        options: metadataOrOptions,
    };
}

function getOpenApiMetadata(zodSchema) {
    var _a;
    return omitBy((_a = Metadata.getOpenApiMetadata(zodSchema)) !== null && _a !== void 0 ? _a : {}, isUndefined);
}

class OpenAPIRegistry {
    constructor(parents) {
        this.parents = parents;
        this._definitions = [];
    }
    get definitions() {
        var _a, _b;
        const parentDefinitions = (_b = (_a = this.parents) === null || _a === void 0 ? void 0 : _a.flatMap(par => par._definitions)) !== null && _b !== void 0 ? _b : [];
        return [...parentDefinitions, ...this._definitions];
    }
    /**
     * Registers a new component schema under /components/schemas/${name}
     */
    register(refId, zodSchema) {
        const schemaWithRefId = this.schemaWithRefId(refId, zodSchema);
        this._definitions.push({ type: 'schema', schema: schemaWithRefId });
        return schemaWithRefId;
    }
    /**
     * Registers a new parameter schema under /components/parameters/${name}
     */
    registerParameter(refId, zodSchema) {
        var _a, _b, _c;
        const schemaWithRefId = this.schemaWithRefId(refId, zodSchema);
        const currentMetadata = (_a = Metadata.getOpenApiMetadata(schemaWithRefId)) !== null && _a !== void 0 ? _a : {};
        const schemaWithMetadata = schemaWithRefId.openapi(Object.assign(Object.assign({}, currentMetadata), { param: Object.assign(Object.assign({}, currentMetadata === null || currentMetadata === void 0 ? void 0 : currentMetadata.param), { name: (_c = (_b = currentMetadata === null || currentMetadata === void 0 ? void 0 : currentMetadata.param) === null || _b === void 0 ? void 0 : _b.name) !== null && _c !== void 0 ? _c : refId }) }));
        this._definitions.push({
            type: 'parameter',
            schema: schemaWithMetadata,
        });
        return schemaWithMetadata;
    }
    /**
     * Registers a new path that would be generated under paths:
     */
    registerPath(route) {
        this._definitions.push({
            type: 'route',
            route,
        });
    }
    /**
     * Registers a new webhook that would be generated under webhooks:
     */
    registerWebhook(webhook) {
        this._definitions.push({
            type: 'webhook',
            webhook,
        });
    }
    /**
     * Registers a raw OpenAPI component. Use this if you have a simple object instead of a Zod schema.
     *
     * @param type The component type, e.g. `schemas`, `responses`, `securitySchemes`, etc.
     * @param name The name of the object, it is the key under the component
     *             type in the resulting OpenAPI document
     * @param component The actual object to put there
     */
    registerComponent(type, name, component) {
        this._definitions.push({
            type: 'component',
            componentType: type,
            name,
            component,
        });
        return {
            name,
            ref: { $ref: `#/components/${type}/${name}` },
        };
    }
    schemaWithRefId(refId, zodSchema) {
        return zodSchema.openapi(refId);
    }
}

class ZodToOpenAPIError {
    constructor(message) {
        this.message = message;
    }
}
class ConflictError extends ZodToOpenAPIError {
    constructor(message, data) {
        super(message);
        this.data = data;
    }
}
class MissingParameterDataError extends ZodToOpenAPIError {
    constructor(data) {
        super(`Missing parameter data, please specify \`${data.missingField}\` and other OpenAPI parameter props using the \`param\` field of \`schema.openapi\``);
        this.data = data;
    }
}
function enhanceMissingParametersError(action, paramsToAdd) {
    try {
        return action();
    }
    catch (error) {
        if (error instanceof MissingParameterDataError) {
            throw new MissingParameterDataError(Object.assign(Object.assign({}, error.data), paramsToAdd));
        }
        throw error;
    }
}
class UnknownZodTypeError extends ZodToOpenAPIError {
    constructor(data) {
        super(`Unknown zod object type, please specify \`type\` and other OpenAPI props using \`schema.openapi\`.`);
        this.data = data;
    }
}

class ArrayTransformer {
    transform(zodSchema, mapNullableType, mapItems) {
        var _a, _b, _c, _d;
        const itemType = zodSchema.def.element;
        const minItems = (_b = (_a = zodSchema.def.checks) === null || _a === void 0 ? void 0 : _a.find((check) => check._zod.def.check === 'min_length')) === null || _b === void 0 ? void 0 : _b._zod.def.minimum;
        const maxItems = (_d = (_c = zodSchema.def.checks) === null || _c === void 0 ? void 0 : _c.find((check) => check._zod.def.check === 'max_length')) === null || _d === void 0 ? void 0 : _d._zod.def.maximum;
        return Object.assign(Object.assign({}, mapNullableType('array')), { items: isAnyZodType(itemType) ? mapItems(itemType) : {}, minItems,
            maxItems });
    }
}

class BigIntTransformer {
    transform(mapNullableType) {
        return Object.assign(Object.assign({}, mapNullableType('string')), { pattern: `^\\d+$` });
    }
}

class DiscriminatedUnionTransformer {
    transform(zodSchema, isNullable, mapNullableOfArray, mapItem, generateSchemaRef) {
        const options = zodSchema.def.options.filter(isAnyZodType);
        const optionSchema = options.map(mapItem);
        if (isNullable) {
            return {
                oneOf: mapNullableOfArray(optionSchema, isNullable),
            };
        }
        const discriminator = zodSchema._zod.def.discriminator;
        if (!discriminator) {
            console.error('No discriminator found for discriminated union', zodSchema);
            return {
                oneOf: optionSchema,
            };
        }
        return {
            oneOf: optionSchema,
            discriminator: this.mapDiscriminator(options, discriminator, generateSchemaRef),
        };
    }
    mapDiscriminator(schemas, discriminator, generateSchemaRef) {
        // All schemas must be registered to use a discriminator
        if (schemas.some(schema => Metadata.getRefId(schema) === undefined)) {
            return undefined;
        }
        const mapping = {};
        for (const schema of schemas) {
            const refId = Metadata.getRefId(schema);
            const values = this.getDiscriminatorValues(schema, discriminator);
            for (const value of values) {
                mapping[value] = generateSchemaRef(refId);
            }
        }
        return {
            propertyName: discriminator,
            mapping,
        };
    }
    getDiscriminatorValues(schema, discriminator) {
        var _a;
        if (isZodType(schema, 'ZodObject')) {
            const value = (_a = schema.def.shape) === null || _a === void 0 ? void 0 : _a[discriminator];
            if (!value) {
                return [];
            }
            if (isZodType(value, 'ZodEnum')) {
                return Object.values(value._zod.def.entries).filter(isString);
            }
            if (isZodType(value, 'ZodLiteral')) {
                return value.def.values.filter(isString);
            }
            // Unsupported discriminator types (such as unions, transforms, ...)
            return [];
        }
        if (isZodType(schema, 'ZodDiscriminatedUnion')) {
            const nestedOptions = schema.def.options.filter(isAnyZodType);
            return [
                ...new Set(nestedOptions.flatMap(option => this.getDiscriminatorValues(option, discriminator))),
            ];
        }
        // Other schema types cannot provide discriminator values
        return [];
    }
}

/**
 * Numeric enums have a reverse mapping https://www.typescriptlang.org/docs/handbook/enums.html#reverse-mappings
 * whereas string ones don't.
 *
 * This function checks if an enum is fully numeric - i.e all values are numbers or not.
 * And filters out only the actual enum values when a reverse mapping is apparent.
 */
function enumInfo(enumObject) {
    const keysExceptReverseMappings = Object.keys(enumObject).filter(key => typeof enumObject[enumObject[key]] !== 'number');
    const values = keysExceptReverseMappings.map(key => enumObject[key]);
    const numericCount = values.filter(_ => typeof _ === 'number').length;
    const type = numericCount === 0
        ? 'string'
        : numericCount === values.length
            ? 'numeric'
            : 'mixed';
    return { values, type };
}

class EnumTransformer {
    transform(zodSchema, isNullable, mapNullableType) {
        const { type, values } = enumInfo(zodSchema._zod.def.entries);
        if (type === 'mixed') {
            // enum Test {
            //   A = 42,
            //   B = 'test',
            // }
            //
            // const result = z.nativeEnum(Test).parse('42');
            //
            // This is an error, so we can't just say it's a 'string'
            throw new ZodToOpenAPIError('Enum has mixed string and number values, please specify the OpenAPI type manually');
        }
        return Object.assign(Object.assign({}, mapNullableType(type === 'numeric' ? 'integer' : 'string')), { enum: isNullable ? [...values, null] : values });
    }
}

class IntersectionTransformer {
    transform(zodSchema, isNullable, mapNullableOfArray, mapItem) {
        const subtypes = this.flattenIntersectionTypes(zodSchema);
        const allOfSchema = {
            allOf: subtypes.map(mapItem),
        };
        if (isNullable) {
            return {
                anyOf: mapNullableOfArray([allOfSchema], isNullable),
            };
        }
        return allOfSchema;
    }
    flattenIntersectionTypes(schema) {
        if (!isZodType(schema, 'ZodIntersection')) {
            return [schema];
        }
        const leftSubTypes = isAnyZodType(schema._zod.def.left)
            ? this.flattenIntersectionTypes(schema._zod.def.left)
            : [];
        const rightSubTypes = isAnyZodType(schema._zod.def.right)
            ? this.flattenIntersectionTypes(schema._zod.def.right)
            : [];
        return [...leftSubTypes, ...rightSubTypes];
    }
}

class LiteralTransformer {
    constructor() {
        this.bigIntTransformer = new BigIntTransformer();
    }
    transform(zodSchema, mapNullableType) {
        const type = typeof zodSchema.def.values[0];
        if (type === 'boolean' ||
            type === 'number' ||
            type === 'string' ||
            type === 'object') {
            return Object.assign(Object.assign({}, mapNullableType(type)), { enum: [zodSchema.def.values[0]] });
        }
        if (type === 'bigint') {
            return this.bigIntTransformer.transform(mapNullableType);
        }
        // Zod doesn't really support anything else anyways
        return mapNullableType('null');
    }
}

class NumberTransformer {
    transform(zodSchema, mapNullableType, getNumberChecks) {
        var _a;
        return Object.assign(Object.assign(Object.assign({}, mapNullableType('number')), mapNullableType(zodSchema.format === 'safeint' ? 'integer' : 'number')), getNumberChecks((_a = zodSchema.def.checks) !== null && _a !== void 0 ? _a : []));
    }
}

class ObjectTransformer {
    transform(zodSchema, defaultValue, mapNullableType, mapItem) {
        var _a;
        const extendedFrom = (_a = Metadata.getInternalMetadata(zodSchema)) === null || _a === void 0 ? void 0 : _a.extendedFrom;
        const required = this.requiredKeysOf(zodSchema);
        const properties = mapValues$1(zodSchema.def.shape, mapItem);
        if (!extendedFrom) {
            return Object.assign(Object.assign(Object.assign(Object.assign({}, mapNullableType('object')), { properties, default: defaultValue }), (required.length > 0 ? { required } : {})), this.generateAdditionalProperties(zodSchema, mapItem));
        }
        const parent = extendedFrom.schema;
        // We want to generate the parent schema so that it can be referenced down the line
        mapItem(parent);
        const keysRequiredByParent = this.requiredKeysOf(parent);
        const propsOfParent = mapValues$1(parent === null || parent === void 0 ? void 0 : parent.def.shape, mapItem);
        const propertiesToAdd = Object.fromEntries(Object.entries(properties).filter(([key, type]) => {
            return !objectEquals(propsOfParent[key], type);
        }));
        const additionallyRequired = required.filter(prop => !keysRequiredByParent.includes(prop));
        const objectData = Object.assign(Object.assign(Object.assign(Object.assign({}, mapNullableType('object')), { default: defaultValue, properties: propertiesToAdd }), (additionallyRequired.length > 0
            ? { required: additionallyRequired }
            : {})), this.generateAdditionalProperties(zodSchema, mapItem));
        return {
            allOf: [
                { $ref: `#/components/schemas/${extendedFrom.refId}` },
                objectData,
            ],
        };
    }
    generateAdditionalProperties(zodSchema, mapItem) {
        const catchallSchema = zodSchema.def.catchall;
        if (!catchallSchema) {
            return {};
        }
        if (isZodType(catchallSchema, 'ZodNever')) {
            return { additionalProperties: false };
        }
        if (isAnyZodType(catchallSchema)) {
            return { additionalProperties: mapItem(catchallSchema) };
        }
        return {};
    }
    requiredKeysOf(objectSchema) {
        return Object.entries(objectSchema.def.shape)
            .filter(([_key, type]) => !isOptionalSchema(type))
            .map(([key, _type]) => key);
    }
}

class RecordTransformer {
    transform(zodSchema, mapNullableType, mapItem) {
        const propertiesType = zodSchema.valueType;
        const keyType = zodSchema.keyType;
        const propertiesSchema = isAnyZodType(propertiesType)
            ? mapItem(propertiesType)
            : {};
        if (isZodType(keyType, 'ZodEnum')) {
            // Native enums have their keys as both number and strings however the number is an
            // internal representation and the string is the access point for a documentation
            const keys = Object.values(keyType._zod.def.entries).filter(isString);
            const properties = keys.reduce((acc, curr) => (Object.assign(Object.assign({}, acc), { [curr]: propertiesSchema })), {});
            return Object.assign(Object.assign({}, mapNullableType('object')), { properties });
        }
        return Object.assign(Object.assign({}, mapNullableType('object')), { additionalProperties: propertiesSchema });
    }
}

function isZodCheckLengthEquals(check) {
    return check._zod.def.check === 'length_equals';
}
function isZodCheckRegex(check) {
    return (check._zod.def.check === 'string_format' &&
        check._zod.def.format === 'regex');
}
class StringTransformer {
    transform(zodSchema, mapNullableType) {
        var _a, _b, _c, _d;
        const regexCheck = (_a = zodSchema.def.checks) === null || _a === void 0 ? void 0 : _a.find(isZodCheckRegex);
        // toString generates an additional / at the beginning and end of the pattern
        const pattern = regexCheck === null || regexCheck === void 0 ? void 0 : regexCheck._zod.def.pattern.toString().replace(/^\/|\/$/g, '');
        const check = (_b = zodSchema.def.checks) === null || _b === void 0 ? void 0 : _b.find(isZodCheckLengthEquals);
        const length = check === null || check === void 0 ? void 0 : check._zod.def.length;
        const maxLength = Number.isFinite(zodSchema.minLength)
            ? (_c = zodSchema.minLength) !== null && _c !== void 0 ? _c : undefined
            : undefined;
        const minLength = Number.isFinite(zodSchema.maxLength)
            ? (_d = zodSchema.maxLength) !== null && _d !== void 0 ? _d : undefined
            : undefined;
        return Object.assign(Object.assign({}, mapNullableType('string')), { 
            // FIXME: https://github.com/colinhacks/zod/commit/d78047e9f44596a96d637abb0ce209cd2732d88c
            minLength: length !== null && length !== void 0 ? length : maxLength, maxLength: length !== null && length !== void 0 ? length : minLength, format: this.mapStringFormat(zodSchema), pattern });
    }
    /**
     * Attempts to map Zod strings to known formats
     * https://json-schema.org/understanding-json-schema/reference/string.html#built-in-formats
     * New mappings should use values from the OpenAPI format registry:
     * https://spec.openapis.org/registry/format/
     */
    mapStringFormat(zodString) {
        if (zodString.format === 'uuid')
            return 'uuid';
        if (zodString.format === 'guid')
            return 'uuid';
        if (zodString.format === 'email')
            return 'email';
        if (zodString.format === 'url')
            return 'uri';
        if (zodString.format === 'date')
            return 'date';
        if (zodString.format === 'datetime')
            return 'date-time';
        if (zodString.format === 'time')
            return 'time';
        if (zodString.format === 'duration')
            return 'duration';
        if (zodString.format === 'cuid')
            return 'cuid';
        if (zodString.format === 'cuid2')
            return 'cuid2';
        if (zodString.format === 'ulid')
            return 'ulid';
        if (zodString.format === 'ipv4')
            return 'ip';
        if (zodString.format === 'ipv6')
            return 'ip';
        if (zodString.format === 'cidrv4')
            return 'ipv4-cidr';
        if (zodString.format === 'cidrv6')
            return 'ipv6-cidr';
        if (zodString.format === 'base64url')
            return 'base64url';
        if (zodString.format === 'emoji')
            return 'emoji';
        return undefined;
    }
}

class TupleTransformer {
    constructor(versionSpecifics) {
        this.versionSpecifics = versionSpecifics;
    }
    transform(zodSchema, mapNullableType, mapItem) {
        const items = zodSchema._zod.def.items;
        const schemas = items.map(item => isAnyZodType(item) ? mapItem(item) : {});
        return Object.assign(Object.assign({}, mapNullableType('array')), this.versionSpecifics.mapTupleItems(schemas));
    }
}

class UnionTransformer {
    constructor(options) {
        this.options = options;
    }
    transform(zodSchema, mapNullableOfArray, mapItem) {
        var _a, _b, _c;
        const internalMetadata = Metadata.getInternalMetadata(zodSchema);
        const preferredType = (_c = (_a = internalMetadata === null || internalMetadata === void 0 ? void 0 : internalMetadata.unionPreferredType) !== null && _a !== void 0 ? _a : (_b = this.options) === null || _b === void 0 ? void 0 : _b.unionPreferredType) !== null && _c !== void 0 ? _c : 'anyOf';
        const options = this.flattenUnionTypes(zodSchema);
        const schemas = options.map(schema => {
            // If any of the underlying schemas of a union is .nullable then the whole union
            // would be nullable. `mapNullableOfArray` would place it where it belongs.
            // Therefor we are stripping the additional nullables from the inner schemas
            // See https://github.com/asteasolutions/zod-to-openapi/issues/149
            const optionToGenerate = this.unwrapNullable(schema);
            return mapItem(optionToGenerate);
        });
        return {
            [preferredType]: mapNullableOfArray(schemas),
        };
    }
    flattenUnionTypes(schema) {
        if (!isZodType(schema, 'ZodUnion')) {
            return [schema];
        }
        const options = schema.def.options;
        return options.flatMap(option => isAnyZodType(option) ? this.flattenUnionTypes(option) : []);
    }
    unwrapNullable(schema) {
        if (isZodType(schema, 'ZodNullable')) {
            const unwrapped = schema.unwrap();
            if (isAnyZodType(unwrapped)) {
                return this.unwrapNullable(unwrapped);
            }
        }
        return schema;
    }
}

class DateTransformer {
    transform(mapNullableType) {
        return Object.assign(Object.assign({}, mapNullableType('string')), { format: 'date-time' });
    }
}

class LazyTransformer {
    transform(zodSchema, mapItem, mapNullableType, mapNullableRef) {
        const result = mapItem(zodSchema._zod.def.getter());
        return LazyTransformer.mapRecursive(result, mapNullableType, mapNullableRef);
    }
    static mapRecursive(schema, mapNullableType, mapNullableRef) {
        if ('$ref' in schema) {
            // openapi3-ts >= 4.2 added an optional `$ref` to SchemaObject (a valid
            // 3.1/3.2 sibling), so `'$ref' in schema` no longer narrows the union on
            // its own. The runtime check is unchanged; cast to keep the old behavior.
            return mapNullableRef(schema);
        }
        if (schema.type) {
            return Object.assign(Object.assign({}, schema), mapNullableType(schema.type));
        }
        return schema;
    }
}

class TemplateLiteralTransformer {
    transform(zodSchema, mapNullableType) {
        const parts = zodSchema.def.parts;
        const contentPattern = parts
            .map(part => this.generatePattern(part))
            .join('');
        return Object.assign(Object.assign({}, mapNullableType('string')), { pattern: `^${contentPattern}$` });
    }
    generatePattern(part) {
        if (typeof part === 'string' ||
            typeof part === 'number' ||
            typeof part === 'boolean' ||
            typeof part === 'bigint' ||
            part === null ||
            part === undefined) {
            return this.escapeRegex(String(part));
        }
        if (isZodType(part, 'ZodLiteral')) {
            const value = part.def.values[0];
            return this.escapeRegex(String(value));
        }
        if (isZodType(part, 'ZodNumber')) {
            return '[+-]?\\d+(\\.\\d+)?';
        }
        if (isZodType(part, 'ZodBoolean')) {
            return '(true|false)';
        }
        if (isZodType(part, 'ZodEnum')) {
            const { values } = enumInfo(part.def.entries);
            return `(${values.map(v => this.escapeRegex(String(v))).join('|')})`;
        }
        return '.*';
    }
    escapeRegex(str) {
        return str.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    }
}

class OpenApiTransformer {
    constructor(versionSpecifics, options) {
        this.versionSpecifics = versionSpecifics;
        this.objectTransformer = new ObjectTransformer();
        this.stringTransformer = new StringTransformer();
        this.numberTransformer = new NumberTransformer();
        this.bigIntTransformer = new BigIntTransformer();
        this.dateTransformer = new DateTransformer();
        this.lazyTransformer = new LazyTransformer();
        this.literalTransformer = new LiteralTransformer();
        this.templateLiteralTransformer = new TemplateLiteralTransformer();
        this.enumTransformer = new EnumTransformer();
        this.arrayTransformer = new ArrayTransformer();
        this.discriminatedUnionTransformer = new DiscriminatedUnionTransformer();
        this.intersectionTransformer = new IntersectionTransformer();
        this.recordTransformer = new RecordTransformer();
        this.tupleTransformer = new TupleTransformer(versionSpecifics);
        this.unionTransformer = new UnionTransformer(options);
    }
    transform(zodSchema, isNullable, mapItem, generateSchemaRef, defaultValue) {
        if (isZodType(zodSchema, 'ZodNull')) {
            return this.versionSpecifics.nullType;
        }
        if (isZodType(zodSchema, 'ZodUnknown') || isZodType(zodSchema, 'ZodAny')) {
            return this.versionSpecifics.mapNullableType(undefined, isNullable);
        }
        if (isZodType(zodSchema, 'ZodObject')) {
            return this.objectTransformer.transform(zodSchema, defaultValue, // verified on TS level from input
            // verified on TS level from input
            _ => this.versionSpecifics.mapNullableType(_, isNullable), mapItem);
        }
        const schema = this.transformSchemaWithoutDefault(zodSchema, isNullable, mapItem, generateSchemaRef);
        return Object.assign(Object.assign({}, schema), { default: defaultValue });
    }
    transformSchemaWithoutDefault(zodSchema, isNullable, mapItem, generateSchemaRef) {
        if (isZodType(zodSchema, 'ZodUnknown') || isZodType(zodSchema, 'ZodAny')) {
            return this.versionSpecifics.mapNullableType(undefined, isNullable);
        }
        if (isZodType(zodSchema, 'ZodString')) {
            return this.stringTransformer.transform(zodSchema, schema => this.versionSpecifics.mapNullableType(schema, isNullable));
        }
        if (isZodType(zodSchema, 'ZodNumber')) {
            return this.numberTransformer.transform(zodSchema, schema => this.versionSpecifics.mapNullableType(schema, isNullable), _ => this.versionSpecifics.getNumberChecks(_));
        }
        if (isZodType(zodSchema, 'ZodBigInt')) {
            return this.bigIntTransformer.transform(schema => this.versionSpecifics.mapNullableType(schema, isNullable));
        }
        if (isZodType(zodSchema, 'ZodBoolean')) {
            return this.versionSpecifics.mapNullableType('boolean', isNullable);
        }
        if (isZodType(zodSchema, 'ZodLazy')) {
            return this.lazyTransformer.transform(zodSchema, mapItem, schema => this.versionSpecifics.mapNullableType(schema, isNullable), schema => this.versionSpecifics.mapNullableOfRef(schema, isNullable));
        }
        if (isZodType(zodSchema, 'ZodLiteral')) {
            return this.literalTransformer.transform(zodSchema, schema => this.versionSpecifics.mapNullableType(schema, isNullable));
        }
        if (isZodType(zodSchema, 'ZodTemplateLiteral')) {
            return this.templateLiteralTransformer.transform(zodSchema, schema => this.versionSpecifics.mapNullableType(schema, isNullable));
        }
        if (isZodType(zodSchema, 'ZodEnum')) {
            return this.enumTransformer.transform(zodSchema, isNullable, schema => this.versionSpecifics.mapNullableType(schema, isNullable));
        }
        if (isZodType(zodSchema, 'ZodArray')) {
            return this.arrayTransformer.transform(zodSchema, _ => this.versionSpecifics.mapNullableType(_, isNullable), mapItem);
        }
        if (isZodType(zodSchema, 'ZodTuple')) {
            return this.tupleTransformer.transform(zodSchema, _ => this.versionSpecifics.mapNullableType(_, isNullable), mapItem);
        }
        // Note: It is important that this goes above the union transformer
        // because the discriminated union is still a union
        if (isZodType(zodSchema, 'ZodDiscriminatedUnion')) {
            return this.discriminatedUnionTransformer.transform(zodSchema, isNullable, _ => this.versionSpecifics.mapNullableOfArray(_, isNullable), mapItem, generateSchemaRef);
        }
        if (isZodType(zodSchema, 'ZodUnion')) {
            return this.unionTransformer.transform(zodSchema, _ => this.versionSpecifics.mapNullableOfArray(_, isNullable), mapItem);
        }
        if (isZodType(zodSchema, 'ZodIntersection')) {
            return this.intersectionTransformer.transform(zodSchema, isNullable, _ => this.versionSpecifics.mapNullableOfArray(_, isNullable), mapItem);
        }
        if (isZodType(zodSchema, 'ZodRecord')) {
            return this.recordTransformer.transform(zodSchema, _ => this.versionSpecifics.mapNullableType(_, isNullable), mapItem);
        }
        if (isZodType(zodSchema, 'ZodDate')) {
            return this.dateTransformer.transform(_ => this.versionSpecifics.mapNullableType(_, isNullable));
        }
        const refId = Metadata.getRefId(zodSchema);
        throw new UnknownZodTypeError({
            currentSchema: zodSchema.def,
            schemaName: refId,
        });
    }
}

class OpenAPIGenerator {
    constructor(definitions, versionSpecifics, options) {
        this.definitions = definitions;
        this.versionSpecifics = versionSpecifics;
        this.options = options;
        this.schemaRefs = {};
        this.paramRefs = {};
        this.pathRefs = {};
        this.rawComponents = [];
        this.openApiTransformer = new OpenApiTransformer(versionSpecifics, options);
        this.sortDefinitions();
    }
    generateDocumentData() {
        this.definitions.forEach(definition => this.generateSingle(definition));
        return {
            components: this.buildComponents(),
            paths: this.pathRefs,
        };
    }
    generateComponents() {
        this.definitions.forEach(definition => this.generateSingle(definition));
        return {
            components: this.buildComponents(),
        };
    }
    buildComponents() {
        var _a, _b, _c, _d;
        const rawComponents = {};
        this.rawComponents.forEach(({ componentType, name, component }) => {
            var _a;
            (_a = rawComponents[componentType]) !== null && _a !== void 0 ? _a : (rawComponents[componentType] = {});
            rawComponents[componentType][name] = component;
        });
        // This is entirely based on the user's control so it is okay to cast it.
        const rawSchemas = ((_a = rawComponents['schemas']) !== null && _a !== void 0 ? _a : {});
        const allSchemas = Object.assign(Object.assign({}, rawSchemas), this.filteredSchemaRefs);
        const schemas = ((_b = this.options) === null || _b === void 0 ? void 0 : _b.sortComponents) === 'alphabetically'
            ? sortObjectByKeys(allSchemas)
            : allSchemas;
        // This is entirely based on the user's control so it is okay to cast it.
        const rawParameters = ((_c = rawComponents['parameters']) !== null && _c !== void 0 ? _c : {});
        const allParameters = Object.assign(Object.assign({}, rawParameters), this.paramRefs);
        const parameters = ((_d = this.options) === null || _d === void 0 ? void 0 : _d.sortComponents) === 'alphabetically'
            ? sortObjectByKeys(allParameters)
            : allParameters;
        return Object.assign(Object.assign({}, rawComponents), { schemas, parameters });
    }
    isNotPendingRefEntry(entry) {
        return entry[1] !== 'pending';
    }
    get filteredSchemaRefs() {
        const filtered = Object.entries(this.schemaRefs).filter(this.isNotPendingRefEntry);
        return Object.fromEntries(filtered);
    }
    sortDefinitions() {
        const generationOrder = [
            'schema',
            'parameter',
            'component',
            'route',
            'webhook',
        ];
        this.definitions.sort((left, right) => {
            // No type means "plain zod schema" => it comes as highest priority based on the array above
            if (!('type' in left)) {
                if (!('type' in right)) {
                    return 0;
                }
                return -1;
            }
            if (!('type' in right)) {
                return 1;
            }
            const leftIndex = generationOrder.findIndex(type => type === left.type);
            const rightIndex = generationOrder.findIndex(type => type === right.type);
            return leftIndex - rightIndex;
        });
    }
    generateSingle(definition) {
        if (!('type' in definition)) {
            this.generateSchemaWithRef(definition);
            return;
        }
        switch (definition.type) {
            case 'parameter':
                this.generateParameterDefinition(definition.schema);
                return;
            case 'schema':
                this.generateSchemaWithRef(definition.schema);
                return;
            case 'route':
                this.generateSingleRoute(definition.route);
                return;
            case 'component':
                this.rawComponents.push(definition);
                return;
        }
    }
    generateParameterDefinition(zodSchema) {
        const refId = Metadata.getRefId(zodSchema);
        const result = this.generateParameter(zodSchema);
        if (refId) {
            this.paramRefs[refId] = result;
        }
        return result;
    }
    getParameterRef(schema, external) {
        const metadata = Metadata.getOpenApiMetadata(schema);
        const internalMetadata = Metadata.getInternalMetadata(schema);
        const parameterMetadata = metadata === null || metadata === void 0 ? void 0 : metadata.param;
        const existingRef = (internalMetadata === null || internalMetadata === void 0 ? void 0 : internalMetadata.refId)
            ? this.paramRefs[internalMetadata.refId]
            : undefined;
        if (!(internalMetadata === null || internalMetadata === void 0 ? void 0 : internalMetadata.refId) || !existingRef) {
            return undefined;
        }
        if ((parameterMetadata && existingRef.in !== parameterMetadata.in) ||
            ((external === null || external === void 0 ? void 0 : external.in) && existingRef.in !== external.in)) {
            throw new ConflictError(`Conflicting location for parameter ${existingRef.name}`, {
                key: 'in',
                values: compact([
                    existingRef.in,
                    external === null || external === void 0 ? void 0 : external.in,
                    parameterMetadata === null || parameterMetadata === void 0 ? void 0 : parameterMetadata.in,
                ]),
            });
        }
        if ((parameterMetadata && existingRef.name !== parameterMetadata.name) ||
            ((external === null || external === void 0 ? void 0 : external.name) && existingRef.name !== (external === null || external === void 0 ? void 0 : external.name))) {
            throw new ConflictError(`Conflicting names for parameter`, {
                key: 'name',
                values: compact([
                    existingRef.name,
                    external === null || external === void 0 ? void 0 : external.name,
                    parameterMetadata === null || parameterMetadata === void 0 ? void 0 : parameterMetadata.name,
                ]),
            });
        }
        return {
            $ref: `#/components/parameters/${internalMetadata.refId}`,
        };
    }
    generateInlineParameters(zodSchema, location) {
        const metadata = Metadata.getOpenApiMetadata(zodSchema);
        const parameterMetadata = metadata === null || metadata === void 0 ? void 0 : metadata.param;
        const referencedSchema = this.getParameterRef(zodSchema, { in: location });
        if (referencedSchema) {
            return [referencedSchema];
        }
        if (isZodType(zodSchema, 'ZodObject')) {
            const propTypes = zodSchema.def.shape;
            const parameters = Object.entries(propTypes).map(([key, schema]) => {
                var _a;
                const innerMetadata = Metadata.getOpenApiMetadata(schema);
                const referencedSchema = this.getParameterRef(schema, {
                    in: location,
                    name: key,
                });
                if (referencedSchema) {
                    return referencedSchema;
                }
                const innerParameterMetadata = innerMetadata === null || innerMetadata === void 0 ? void 0 : innerMetadata.param;
                if ((innerParameterMetadata === null || innerParameterMetadata === void 0 ? void 0 : innerParameterMetadata.name) &&
                    innerParameterMetadata.name !== key) {
                    throw new ConflictError(`Conflicting names for parameter`, {
                        key: 'name',
                        values: [key, innerParameterMetadata.name],
                    });
                }
                if ((innerParameterMetadata === null || innerParameterMetadata === void 0 ? void 0 : innerParameterMetadata.in) &&
                    innerParameterMetadata.in !== location) {
                    throw new ConflictError(`Conflicting location for parameter ${(_a = innerParameterMetadata.name) !== null && _a !== void 0 ? _a : key}`, {
                        key: 'in',
                        values: [location, innerParameterMetadata.in],
                    });
                }
                return this.generateParameter(schema, { name: key, in: location });
            });
            return parameters;
        }
        if ((parameterMetadata === null || parameterMetadata === void 0 ? void 0 : parameterMetadata.in) && parameterMetadata.in !== location) {
            throw new ConflictError(`Conflicting location for parameter ${parameterMetadata.name}`, {
                key: 'in',
                values: [location, parameterMetadata.in],
            });
        }
        return [this.generateParameter(zodSchema, { in: location })];
    }
    generateSimpleParameter(zodSchema, externalParamMetadata) {
        const metadata = Metadata.getParamMetadata(zodSchema);
        const paramMetadata = metadata === null || metadata === void 0 ? void 0 : metadata.param;
        const mergedParamMetadata = Object.assign(Object.assign({}, paramMetadata), externalParamMetadata);
        // TODO: Why are we not unwrapping here for isNullable as well?
        const required = !isOptionalSchema(zodSchema) && !isNullableSchema(zodSchema);
        const schema = this.generateSchemaWithRef(zodSchema);
        return Object.assign({ schema,
            required }, (Object.keys(mergedParamMetadata).length > 0
            ? Metadata.buildParameterMetadata(mergedParamMetadata)
            : {}));
    }
    generateParameter(zodSchema, externalParamMetadata) {
        var _a, _b;
        const metadata = Metadata.getOpenApiMetadata(zodSchema);
        const paramMetadata = metadata === null || metadata === void 0 ? void 0 : metadata.param;
        const paramName = (_a = externalParamMetadata === null || externalParamMetadata === void 0 ? void 0 : externalParamMetadata.name) !== null && _a !== void 0 ? _a : paramMetadata === null || paramMetadata === void 0 ? void 0 : paramMetadata.name;
        const paramLocation = (_b = externalParamMetadata === null || externalParamMetadata === void 0 ? void 0 : externalParamMetadata.in) !== null && _b !== void 0 ? _b : paramMetadata === null || paramMetadata === void 0 ? void 0 : paramMetadata.in;
        if (!paramName) {
            throw new MissingParameterDataError({ missingField: 'name' });
        }
        if (!paramLocation) {
            throw new MissingParameterDataError({
                missingField: 'in',
                paramName,
            });
        }
        const baseParameter = this.generateSimpleParameter(zodSchema, externalParamMetadata);
        return Object.assign(Object.assign({}, baseParameter), { in: paramLocation, name: paramName });
    }
    generateSchemaWithMetadata(zodSchema) {
        const innerSchema = Metadata.unwrapChained(zodSchema);
        const metadata = Metadata.getOpenApiMetadata(zodSchema);
        const defaultValue = Metadata.getDefaultValue(zodSchema);
        const refId = Metadata.getRefId(zodSchema);
        // TODO: Do I need a similar implementation as bellow inside constructReferencedOpenAPISchema
        if (refId && typeof this.schemaRefs[refId] === 'object') {
            return this.schemaRefs[refId];
        }
        // If there is already a pending generation with this name
        // reference it directly. This means that it is recursive
        if (refId && this.schemaRefs[refId] === 'pending') {
            const refSchema = { $ref: this.generateSchemaRef(refId) };
            return this.versionSpecifics.mapNullableOfRef(refSchema, isNullableSchema(zodSchema));
        }
        // We start the generation by setting the ref to pending for
        // any future recursive definition. It would get set to a proper
        // value within `generateSchemaWithRef`
        if (refId && !this.schemaRefs[refId]) {
            this.schemaRefs[refId] = 'pending';
        }
        const result = (metadata === null || metadata === void 0 ? void 0 : metadata.type)
            ? { type: metadata.type }
            : this.toOpenAPISchema(innerSchema, isNullableSchema(zodSchema), defaultValue);
        return metadata
            ? Metadata.applySchemaMetadata(result, metadata)
            : omitBy(result, isUndefined);
    }
    /**
     * Same as above but applies nullable
     */
    constructReferencedOpenAPISchema(zodSchema) {
        const metadata = Metadata.getOpenApiMetadata(zodSchema);
        const innerSchema = Metadata.unwrapChained(zodSchema);
        const defaultValue = Metadata.getDefaultValue(zodSchema);
        const isNullable = isNullableSchema(zodSchema);
        if (metadata === null || metadata === void 0 ? void 0 : metadata.type) {
            return this.versionSpecifics.mapNullableType(metadata.type, isNullable);
        }
        const refId = Metadata.getRefId(zodSchema);
        if (refId && typeof this.schemaRefs[refId] === 'object') {
            return LazyTransformer.mapRecursive(this.schemaRefs[refId], schema => this.versionSpecifics.mapNullableType(schema, isNullable), schema => this.versionSpecifics.mapNullableOfRef(schema, isNullable));
        }
        // If there is already a pending generation with this name
        // reference it directly. This means that it is recursive
        if (refId && this.schemaRefs[refId] === 'pending') {
            const refSchema = { $ref: this.generateSchemaRef(refId) };
            return this.versionSpecifics.mapNullableOfRef(refSchema, isNullable);
        }
        // We start the generation by setting the ref to pending for
        // any future recursive definition. It would get set to a proper
        // value within `generateSchemaWithRef`
        if (refId && !this.schemaRefs[refId]) {
            this.schemaRefs[refId] = 'pending';
        }
        return this.toOpenAPISchema(innerSchema, isNullable, defaultValue);
    }
    /**
     * Generates an OpenAPI SchemaObject or a ReferenceObject with all the provided metadata applied
     */
    generateSimpleSchema(zodSchema) {
        const metadata = Metadata.getOpenApiMetadata(zodSchema);
        const refId = Metadata.getRefId(zodSchema);
        if (!refId || !this.schemaRefs[refId]) {
            return this.generateSchemaWithMetadata(zodSchema);
        }
        const schemaRef = this.schemaRefs[refId];
        const referenceObject = {
            $ref: this.generateSchemaRef(refId),
        };
        // We are currently calculating this schema or there is nothing
        if (this.schemaRefs[refId] === 'pending') {
            return this.versionSpecifics.mapNullableOfRef(referenceObject, isNullableSchema(zodSchema));
        }
        // Metadata provided from .openapi() that is new to what we had already registered
        const newMetadata = omitBy(Metadata.buildSchemaMetadata(metadata !== null && metadata !== void 0 ? metadata : {}), (value, key) => value === undefined || objectEquals(value, schemaRef[key]));
        // Do not calculate schema metadata overrides if type is provided in .openapi
        // https://github.com/asteasolutions/zod-to-openapi/pull/52/files/8ff707fe06e222bc573ed46cf654af8ee0b0786d#r996430801
        if (newMetadata.type) {
            return {
                allOf: [referenceObject, newMetadata],
            };
        }
        // New metadata from zodSchema properties.
        const newSchemaMetadata = omitBy(this.constructReferencedOpenAPISchema(zodSchema), (value, key) => value === undefined || objectEquals(value, schemaRef[key]));
        const appliedMetadata = Metadata.applySchemaMetadata(newSchemaMetadata, newMetadata);
        if (Object.keys(appliedMetadata).length > 0) {
            return {
                allOf: [referenceObject, appliedMetadata],
            };
        }
        return referenceObject;
    }
    /**
     * Same as `generateSchema` but if the new schema is added into the
     * referenced schemas, it would return a ReferenceObject and not the
     * whole result.
     *
     * Should be used for nested objects, arrays, etc.
     */
    generateSchemaWithRef(zodSchema) {
        const refId = Metadata.getRefId(zodSchema);
        if (refId && !this.schemaRefs[refId]) {
            this.schemaRefs[refId] = this.generateSimpleSchema(zodSchema);
            return { $ref: this.generateSchemaRef(refId) };
        }
        return this.generateSimpleSchema(zodSchema);
    }
    generateSchemaRef(refId) {
        return `#/components/schemas/${refId}`;
    }
    getRequestBody(requestBody) {
        if (!requestBody) {
            return;
        }
        const { content } = requestBody, rest = __rest(requestBody, ["content"]);
        const requestBodyContent = this.getBodyContent(content);
        return Object.assign(Object.assign({}, rest), { content: requestBodyContent });
    }
    getParameters(request) {
        if (!request) {
            return [];
        }
        const { headers } = request;
        const query = this.cleanParameter(request.query);
        const params = this.cleanParameter(request.params);
        const cookies = this.cleanParameter(request.cookies);
        const queryParameters = enhanceMissingParametersError(() => (query ? this.generateInlineParameters(query, 'query') : []), { location: 'query' });
        const pathParameters = enhanceMissingParametersError(() => (params ? this.generateInlineParameters(params, 'path') : []), { location: 'path' });
        const cookieParameters = enhanceMissingParametersError(() => (cookies ? this.generateInlineParameters(cookies, 'cookie') : []), { location: 'cookie' });
        const headerParameters = enhanceMissingParametersError(() => {
            if (Array.isArray(headers)) {
                return headers.flatMap(header => this.generateInlineParameters(header, 'header'));
            }
            const cleanHeaders = this.cleanParameter(headers);
            return cleanHeaders
                ? this.generateInlineParameters(cleanHeaders, 'header')
                : [];
        }, { location: 'header' });
        return [
            ...pathParameters,
            ...queryParameters,
            ...headerParameters,
            ...cookieParameters,
        ];
    }
    cleanParameter(schema) {
        if (!schema) {
            return undefined;
        }
        if (isZodType(schema, 'ZodPipe')) {
            const inSchema = schema._zod.def.in;
            const outSchema = schema._zod.def.out;
            // meaning transform
            if (isZodType(inSchema, 'ZodObject')) {
                return this.cleanParameter(inSchema);
            }
            // meaning preprocess
            if (isZodType(outSchema, 'ZodObject')) {
                return this.cleanParameter(outSchema);
            }
            return undefined;
        }
        return schema;
    }
    generatePath(route) {
        const { method, path, request, responses } = route, pathItemConfig = __rest(route, ["method", "path", "request", "responses"]);
        const generatedResponses = mapValues$1(responses, response => {
            return this.getResponse(response);
        });
        const parameters = enhanceMissingParametersError(() => this.getParameters(request), { route: `${method} ${path}` });
        const requestBody = this.getRequestBody(request === null || request === void 0 ? void 0 : request.body);
        const routeDoc = {
            [method]: Object.assign(Object.assign(Object.assign(Object.assign({}, pathItemConfig), (parameters.length > 0
                ? {
                    parameters: [...(pathItemConfig.parameters || []), ...parameters],
                }
                : {})), (requestBody ? { requestBody } : {})), { responses: generatedResponses }),
        };
        return routeDoc;
    }
    generateSingleRoute(route) {
        const routeDoc = this.generatePath(route);
        this.pathRefs[route.path] = Object.assign(Object.assign({}, this.pathRefs[route.path]), routeDoc);
        return routeDoc;
    }
    getResponse(response) {
        if (this.isReferenceObject(response)) {
            return response;
        }
        const { content, headers } = response, rest = __rest(response, ["content", "headers"]);
        const responseContent = content
            ? { content: this.getBodyContent(content) }
            : {};
        if (!headers) {
            return Object.assign(Object.assign({}, rest), responseContent);
        }
        const responseHeaders = isZodType(headers, 'ZodObject')
            ? this.getResponseHeaders(headers)
            : // This is input data so it is okay to cast in the common generator
                // since this is the user's responsibility to keep it correct
                headers;
        return Object.assign(Object.assign(Object.assign({}, rest), { headers: responseHeaders }), responseContent);
    }
    isReferenceObject(schema) {
        return '$ref' in schema;
    }
    getResponseHeaders(headers) {
        const schemaShape = headers.def.shape;
        const responseHeaders = mapValues$1(schemaShape, _ => this.generateSimpleParameter(_));
        return responseHeaders;
    }
    getBodyContent(content) {
        return mapValues$1(content, config => {
            if (!config) {
                return config;
            }
            if ('$ref' in config) {
                return config;
            }
            const { schema: configSchema, itemSchema: configItemSchema } = config, rest = __rest(config, ["schema", "itemSchema"]);
            // Both `schema` and the 3.2 `itemSchema` accept either a Zod schema
            // (converted and registered so it `$ref`s) or a raw SchemaObject /
            // ReferenceObject (passed through untouched).
            const schema = typeof configSchema === 'object' && isAnyZodType(configSchema)
                ? this.generateSchemaWithRef(configSchema)
                : configSchema;
            const itemSchema = typeof configItemSchema === 'object' && isAnyZodType(configItemSchema)
                ? this.generateSchemaWithRef(configItemSchema)
                : configItemSchema;
            return Object.assign(Object.assign(Object.assign({}, rest), (schema !== undefined ? { schema } : {})), (itemSchema !== undefined ? { itemSchema } : {}));
        });
    }
    toOpenAPISchema(zodSchema, isNullable, defaultValue) {
        const result = this.openApiTransformer.transform(zodSchema, isNullable, _ => this.generateSchemaWithRef(_), _ => this.generateSchemaRef(_), defaultValue);
        return result;
    }
}

class OpenApiGeneratorV30Specifics {
    get nullType() {
        return { nullable: true };
    }
    mapNullableOfArray(objects, isNullable) {
        if (isNullable &&
            !objects.some(object => objectEquals(object, this.nullType))) {
            return [...objects, this.nullType];
        }
        return objects;
    }
    mapNullableType(type, isNullable) {
        return Object.assign(Object.assign({}, (type ? { type } : undefined)), (isNullable ? this.nullType : undefined));
    }
    mapNullableOfRef(ref, isNullable) {
        if (isNullable) {
            return {
                allOf: [ref, this.nullType],
            };
        }
        return ref;
    }
    mapTupleItems(schemas) {
        const uniqueSchemas = uniq(schemas);
        return {
            items: uniqueSchemas.length === 1
                ? uniqueSchemas[0]
                : { anyOf: uniqueSchemas },
            minItems: schemas.length,
            maxItems: schemas.length,
        };
    }
    getNumberChecks(checks) {
        return Object.assign({}, ...checks.map(check => {
            switch (check._zod.def.check) {
                case 'greater_than': {
                    const greaterThanCheck = check;
                    return greaterThanCheck._zod.def.inclusive
                        ? { minimum: Number(greaterThanCheck._zod.def.value) }
                        : {
                            minimum: Number(greaterThanCheck._zod.def.value),
                            exclusiveMinimum: true,
                        };
                }
                case 'less_than': {
                    const lessThanCheck = check;
                    return lessThanCheck._zod.def.inclusive
                        ? { maximum: Number(lessThanCheck._zod.def.value) }
                        : {
                            maximum: Number(lessThanCheck._zod.def.value),
                            exclusiveMaximum: !lessThanCheck._zod.def.inclusive,
                        };
                }
                default:
                    return {};
            }
        }));
    }
}

class OpenApiGeneratorV3 {
    constructor(definitions, options) {
        const specifics = new OpenApiGeneratorV30Specifics();
        this.generator = new OpenAPIGenerator(definitions, specifics, options);
    }
    generateDocument(config) {
        const baseData = this.generator.generateDocumentData();
        return Object.assign(Object.assign({}, config), baseData);
    }
    generateComponents() {
        return this.generator.generateComponents();
    }
}

class OpenApiGeneratorV31Specifics {
    get nullType() {
        return { type: 'null' };
    }
    mapNullableOfArray(objects, isNullable) {
        if (isNullable &&
            !objects.some(object => objectEquals(object, this.nullType))) {
            return [...objects, this.nullType];
        }
        return objects;
    }
    mapNullableType(type, isNullable) {
        if (!type) {
            // 'null' is considered a type in Open API 3.1.0 => not providing a type includes null
            return {};
        }
        // Open API 3.1.0 made the `nullable` key invalid and instead you use type arrays
        if (isNullable) {
            const typeArray = Array.isArray(type) ? type : [type];
            // If the type already contained null we do not want to have it twice.
            // this is possible for example in z.null usages or z.lazy recursive usages
            const nullableType = uniq([...typeArray, 'null']);
            return { type: nullableType };
        }
        return { type };
    }
    mapNullableOfRef(ref, isNullable) {
        if (isNullable) {
            return {
                oneOf: [ref, this.nullType],
            };
        }
        return ref;
    }
    mapTupleItems(schemas) {
        return {
            prefixItems: schemas,
        };
    }
    getNumberChecks(checks) {
        return Object.assign({}, ...checks.map(check => {
            switch (check._zod.def.check) {
                case 'greater_than': {
                    const greaterThanCheck = check;
                    return greaterThanCheck._zod.def.inclusive
                        ? { minimum: Number(greaterThanCheck._zod.def.value) }
                        : { exclusiveMinimum: Number(greaterThanCheck._zod.def.value) };
                }
                case 'less_than': {
                    const lessThanCheck = check;
                    return lessThanCheck._zod.def.inclusive
                        ? { maximum: Number(lessThanCheck._zod.def.value) }
                        : { exclusiveMaximum: Number(lessThanCheck._zod.def.value) };
                }
                default:
                    return {};
            }
        }));
    }
}

function isWebhookDefinition$1(definition) {
    return 'type' in definition && definition.type === 'webhook';
}
class OpenApiGeneratorV31 {
    constructor(definitions, options) {
        this.definitions = definitions;
        this.webhookRefs = {};
        const specifics = new OpenApiGeneratorV31Specifics();
        this.generator = new OpenAPIGenerator(this.definitions, specifics, options);
    }
    generateDocument(config) {
        this.generateWebhooks();
        const baseDocument = this.generator.generateDocumentData();
        return Object.assign(Object.assign(Object.assign({}, config), baseDocument), { webhooks: this.webhookRefs });
    }
    generateComponents() {
        return this.generator.generateComponents();
    }
    generateWebhooks() {
        this.webhookRefs = {};
        this.definitions
            .filter(isWebhookDefinition$1)
            .forEach(definition => this.generateSingleWebhook(definition.webhook));
    }
    generateSingleWebhook(route) {
        const routeDoc = this.generator.generatePath(route);
        this.webhookRefs[route.path] = Object.assign(Object.assign({}, this.webhookRefs[route.path]), routeDoc);
        return routeDoc;
    }
}

const relaxedCookieNameRegEx = /^[!#-:<>-[\]-~]+$/;
const validCookieValueRegEx = /^[ !#-:<-[\]-~]*$/;
const trimCookieWhitespace = (value) => {
	let start = 0;
	let end = value.length;
	while (start < end) {
		const charCode = value.charCodeAt(start);
		if (charCode !== 32 && charCode !== 9) break;
		start++;
	}
	while (end > start) {
		const charCode = value.charCodeAt(end - 1);
		if (charCode !== 32 && charCode !== 9) break;
		end--;
	}
	return start === 0 && end === value.length ? value : value.slice(start, end);
};
const parse$2 = (cookie, name) => {
	const pairs = cookie.split(";");
	const parsedCookie = Object.create(null);
	for (const pairStr of pairs) {
		const valueStartPos = pairStr.indexOf("=");
		if (valueStartPos === -1) continue;
		const cookieName = trimCookieWhitespace(pairStr.substring(0, valueStartPos));
		if (!relaxedCookieNameRegEx.test(cookieName) || cookieName in parsedCookie) continue;
		let cookieValue = trimCookieWhitespace(pairStr.substring(valueStartPos + 1));
		if (cookieValue.startsWith("\"") && cookieValue.endsWith("\"")) cookieValue = cookieValue.slice(1, -1);
		if (validCookieValueRegEx.test(cookieValue)) {
			parsedCookie[cookieName] = tryDecodeURIComponent(cookieValue);
		}
	}
	return parsedCookie;
};

//#region src/helper/cookie/index.ts
const getCookie = (c, key, prefix) => {
	const cookie = c.req.raw.headers.get("Cookie");
	if (!cookie) return {};
	return parse$2(cookie);
};

//#region src/validator/validator.ts
const jsonRegex = /^application\/([\w.-]+\+)?json$/i;
const getMediaType = (contentType) => contentType.split(";")[0].trim().toLowerCase();
const validator = (target, validationFunc) => {
	return async (c, next) => {
		let value = {};
		const contentType = c.req.header("Content-Type");
		const mediaType = contentType ? getMediaType(contentType) : "";
		switch (target) {
			case "json":
				if (!jsonRegex.test(mediaType)) break;
				try {
					value = await c.req.json();
				} catch {
					throw new HTTPException(400, { message: "Malformed JSON in request body" });
				}
				break;
			case "form": {
				if (mediaType !== "multipart/form-data" && mediaType !== "application/x-www-form-urlencoded") break;
				let formData;
				if (c.req.bodyCache.formData) formData = await c.req.bodyCache.formData;
				else try {
					const arrayBuffer = await c.req.arrayBuffer();
					formData = await bufferToFormData(arrayBuffer, contentType);
					c.req.bodyCache.formData = formData;
				} catch (e) {
					let message = "Malformed FormData request.";
					message += e instanceof Error ? ` ${e.message}` : ` ${String(e)}`;
					throw new HTTPException(400, { message });
				}
				const form = Object.create(null);
				formData.forEach((value, key) => {
					if (key.endsWith("[]")) (form[key] ??= []).push(value);
					else if (Array.isArray(form[key])) form[key].push(value);
					else if (Object.hasOwn(form, key)) form[key] = [form[key], value];
					else form[key] = value;
				});
				value = form;
				break;
			}
			case "query":
				value = Object.fromEntries(Object.entries(c.req.queries()).map(([k, v]) => {
					return v.length === 1 ? [k, v[0]] : [k, v];
				}));
				break;
			case "param":
				value = c.req.param();
				break;
			case "header":
				value = c.req.header();
				break;
			case "cookie": value = getCookie(c);
		}
		const res = await validationFunc(value, c);
		if (res instanceof Response) return res;
		c.req.addValidatedData(target, res);
		return await next();
	};
};

//#region src/index.ts
function zValidatorFunction(target, schema, hook, options) {
	const caseInsensitiveKeymap = target === "header" && ("_def" in schema || "_zod" in schema) ? Object.fromEntries(Object.keys("in" in schema ? schema.in.shape : schema.shape).map((key) => [key.toLowerCase(), key])) : void 0;
	return validator(target, async (value, c) => {
		let validatorValue = value;
		if (caseInsensitiveKeymap) validatorValue = Object.fromEntries(Object.entries(value).map(([key, value]) => [caseInsensitiveKeymap[key] || key, value]));
		const result = options && options.validationFunction ? await options.validationFunction(schema, validatorValue) : await schema.safeParseAsync(validatorValue);
		if (hook) {
			const hookResult = await hook({
				data: validatorValue,
				...result,
				target
			}, c);
			if (hookResult) {
				if (hookResult instanceof Response) return hookResult;
				if ("response" in hookResult) return hookResult.response;
			}
		}
		if (!result.success) return c.json(result, 400);
		return result.data;
	});
}
const zValidator = zValidatorFunction;

function getEnumValues(entries) {
    const numericValues = Object.values(entries).filter((v) => typeof v === "number");
    const values = Object.entries(entries)
        .filter(([k, _]) => numericValues.indexOf(+k) === -1)
        .map(([_, v]) => v);
    return values;
}
function joinValues(array, separator = "|") {
    return array.map((val) => stringifyPrimitive(val)).join(separator);
}
function jsonStringifyReplacer(_, value) {
    if (typeof value === "bigint")
        return value.toString();
    return value;
}
// the accessor lives on a shared prototype: an own accessor makes every box a dictionary-mode object (~360 B and a slow load per read against ~100 B and an inlined getter here)
class Cached {
    constructor(getter) {
        this._getter = getter;
        this._value = undefined;
    }
    get value() {
        const getter = this._getter;
        if (getter !== undefined) {
            this._value = getter();
            this._getter = undefined;
        }
        return this._value;
    }
}
function cached(getter) {
    return new Cached(getter);
}
function nullish(input) {
    return input === null || input === undefined;
}
function cleanRegex(source) {
    const start = source.startsWith("^") ? 1 : 0;
    const end = source.endsWith("$") ? source.length - 1 : source.length;
    return source.slice(start, end);
}
function floatSafeRemainder(val, step) {
    const ratio = val / step;
    const roundedRatio = Math.round(ratio);
    // `val` and `step` each round to a double before the division rounds again, so a true decimal multiple's quotient can sit up to 1.5 of these scaled epsilons from the integer. A 1x tolerance therefore rejected 2.03 as a multiple of 0.07; 4x covers the worst case with margin.
    const tolerance = 4 * Number.EPSILON * Math.max(Math.abs(ratio), 1);
    if (Math.abs(ratio - roundedRatio) < tolerance)
        return 0;
    return ratio - roundedRatio;
}
function assignProp(target, prop, value) {
    Object.defineProperty(target, prop, {
        value,
        writable: true,
        enumerable: true,
        configurable: true,
    });
}
/**
 * Whichever object a def's `shape` currently answers from: the one the caller passed until the first read, the frozen copy after it.
 *
 * Its keys and descriptors read without invoking anything, which is what lets a discriminated union check its discriminator, and the cycle walk read a shape, without resolving a getter that references the schema being constructed. A def that answers `shape` from an accessor of its own has none.
 */
function rawShape(def) {
    const desc = Object.getOwnPropertyDescriptor(def, "shape");
    return desc?.get ? desc.get.raw : desc?.value;
}
// where a builder reads its source's keys and descriptors, resolving only a shape a def answers for itself. A shape resolves by object spread, so only its enumerable keys are ever part of it.
function sourceShape(schema) {
    return rawShape(schema._zod.def) ?? schema._zod.def.shape;
}
// a key whose value is not settled yet, self-caching so every read after the first gets the same one
function deferProp(target, key, getter) {
    Object.defineProperty(target, key, {
        get() {
            const value = getter();
            assignProp(this, key, value);
            return value;
        },
        enumerable: true,
        configurable: true,
    });
}
// Writes a settled key. A plain assignment is much cheaper than `defineProperty` and produces the same descriptor, but it runs whatever setter already answers to the key — an accessor this shape deferred, or an inherited one, which `__proto__` has on every object and prototype pollution can add for any name.
function putProp(target, key, value) {
    if (key in target)
        assignProp(target, key, value);
    else
        target[key] = value;
}
/**
 * Copies `keys` of `source`'s shape onto `target`, each value passed through `wrap`.
 *
 * A key the source has resolved is copied through now, so the derived shape states it outright and nothing has to resolve it to learn what it holds. A key the source still defers stays deferred, and reads back through the source's own `shape`, so it resolves once and both shapes get that one schema.
 */
function mirrorShape(target, source, keys, wrap) {
    const raw = sourceShape(source);
    for (const key of keys) {
        const desc = Object.getOwnPropertyDescriptor(raw, key);
        if (!desc.enumerable)
            continue;
        if (desc.get) {
            deferProp(target, key, () => {
                const value = source._zod.def.shape[key];
                return wrap ? wrap(value, key) : value;
            });
        }
        else
            putProp(target, key, wrap ? wrap(desc.value, key) : desc.value);
    }
}
// same, for a plain shape a caller passed rather than a schema's
function mirrorProps(target, source) {
    for (const key of Reflect.ownKeys(source)) {
        const desc = Object.getOwnPropertyDescriptor(source, key);
        if (!desc.enumerable)
            continue;
        if (desc.get)
            deferProp(target, key, () => source[key]);
        else
            putProp(target, key, desc.value);
    }
}
function mergeDefs(...defs) {
    const mergedDescriptors = {};
    for (const def of defs) {
        const descriptors = Object.getOwnPropertyDescriptors(def);
        Object.assign(mergedDescriptors, descriptors);
    }
    return Object.defineProperties({}, mergedDescriptors);
}
function esc(str) {
    return JSON.stringify(str);
}
function slugify(input) {
    return input
        .toLowerCase()
        .trim()
        .replace(/[^\w\s-]/g, "")
        .replace(/[\s_-]+/g, "-")
        .replace(/^-+|-+$/g, "");
}
const captureStackTrace = ("captureStackTrace" in Error ? Error.captureStackTrace : (..._args) => { });
function isObject$1(data) {
    return typeof data === "object" && data !== null && !Array.isArray(data);
}
const allowsEval = /* @__PURE__*/ cached(() => {
    // Skip the probe under `jitless`: strict CSPs report the caught `new Function` as a `securitypolicyviolation` even though the throw is swallowed.
    if (globalConfig.jitless) {
        return false;
    }
    // @ts-ignore
    if (typeof navigator !== "undefined" && navigator?.userAgent?.includes("Cloudflare")) {
        return false;
    }
    try {
        const F = Function;
        new F("");
        return true;
    }
    catch (_) {
        return false;
    }
});
function isPlainObject(o) {
    if (isObject$1(o) === false)
        return false;
    // modified constructor
    const ctor = o.constructor;
    if (ctor === undefined)
        return true;
    if (typeof ctor !== "function")
        return true;
    // modified prototype
    const prot = ctor.prototype;
    if (isObject$1(prot) === false)
        return false;
    // ctor doesn't have static `isPrototypeOf`
    if (Object.prototype.hasOwnProperty.call(prot, "isPrototypeOf") === false) {
        return false;
    }
    return true;
}
function shallowClone(o) {
    if (isPlainObject(o))
        return { ...o };
    if (Array.isArray(o))
        return [...o];
    if (o instanceof Map)
        return new Map(o);
    if (o instanceof Set)
        return new Set(o);
    return o;
}
const propertyKeyTypes = /* @__PURE__*/ new Set(["string", "number", "symbol"]);
function escapeRegex(str) {
    return str.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
// zod-specific utils
function clone(inst, def, params) {
    const cl = new inst._zod.constr(def ?? inst._zod.def);
    if (!def || params?.parent)
        cl._zod.parent = inst;
    return cl;
}
function normalizeParams(_params) {
    const params = _params;
    if (!params)
        return {};
    if (typeof params === "string")
        return { error: () => params };
    if (params?.message !== undefined) {
        if (params?.error !== undefined)
            throw new Error("Cannot specify both `message` and `error` params");
        params.error = params.message;
    }
    delete params.message;
    if (typeof params.error === "string")
        return { ...params, error: () => params.error };
    return params;
}
function stringifyPrimitive(value) {
    if (typeof value === "bigint")
        return value.toString() + "n";
    if (typeof value === "string")
        return `"${value}"`;
    return `${value}`;
}
function optionalKeys(shape) {
    return Object.keys(shape).filter((k) => {
        return shape[k]._zod.optin !== undefined && shape[k]._zod.optout === "optional";
    });
}

const NUMBER_FORMAT_RANGES = /*@__PURE__*/ (() => ({
    safeint: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
    int32: [-2147483648, 2147483647],
    uint32: [0, 4294967295],
    float32: [-34028234663852886e22, 3.4028234663852886e38],
    float64: [-Number.MAX_VALUE, Number.MAX_VALUE],
}))();
const BIGINT_FORMAT_RANGES = {
    int64: [/* @__PURE__*/ BigInt("-9223372036854775808"), /* @__PURE__*/ BigInt("9223372036854775807")],
    uint64: [/* @__PURE__*/ BigInt(0), /* @__PURE__*/ BigInt("18446744073709551615")],
};
function pick$1(schema, mask) {
    const currDef = schema._zod.def;
    const checks = currDef.checks;
    const hasChecks = checks && checks.length > 0;
    if (hasChecks) {
        throw new Error(".pick() cannot be used on object schemas containing refinements");
    }
    const newShape = {};
    mirrorShape(newShape, schema, maskedKeys(schema, mask));
    return clone(schema, mergeDefs(currDef, { shape: newShape, checks: [] }));
}
// the mask keys that select something, checked against the source's shape without resolving it
function maskedKeys(schema, mask) {
    const raw = sourceShape(schema);
    const keys = [];
    // `for...in` skips symbols, so a symbol in the mask would select nothing
    for (const key of Reflect.ownKeys(mask)) {
        if (!Object.getOwnPropertyDescriptor(raw, key)?.enumerable) {
            throw new Error(`Unrecognized key: "${String(key)}"`);
        }
        if (mask[key])
            keys.push(key);
    }
    return keys;
}
function omit(schema, mask) {
    const currDef = schema._zod.def;
    const checks = currDef.checks;
    const hasChecks = checks && checks.length > 0;
    if (hasChecks) {
        throw new Error(".omit() cannot be used on object schemas containing refinements");
    }
    const omitted = new Set(maskedKeys(schema, mask));
    const newShape = {};
    mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)).filter((key) => !omitted.has(key)));
    return clone(schema, mergeDefs(currDef, { shape: newShape, checks: [] }));
}
function extend(schema, shape) {
    if (!isPlainObject(shape)) {
        throw new Error("Invalid input to extend: expected a plain object");
    }
    const checks = schema._zod.def.checks;
    const hasChecks = checks && checks.length > 0;
    if (hasChecks) {
        // Only throw if new shape overlaps with existing shape. Use getOwnPropertyDescriptor to check key existence without accessing values
        const existingShape = sourceShape(schema);
        for (const key of Reflect.ownKeys(shape)) {
            if (Object.getOwnPropertyDescriptor(existingShape, key) !== undefined) {
                throw new Error("Cannot overwrite keys on object schemas containing refinements. Use `.safeExtend()` instead.");
            }
        }
    }
    return clone(schema, mergeDefs(schema._zod.def, { shape: extended(schema, shape) }));
}
// the source's keys, then the caller's overlaid on top
function extended(schema, shape) {
    const newShape = {};
    mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)));
    mirrorProps(newShape, shape);
    return newShape;
}
function safeExtend(schema, shape) {
    if (!isPlainObject(shape)) {
        throw new Error("Invalid input to safeExtend: expected a plain object");
    }
    return clone(schema, mergeDefs(schema._zod.def, { shape: extended(schema, shape) }));
}
function merge(a, b) {
    if (!b?._zod?.def) {
        throw new Error("Invalid input to merge: expected an object schema. To merge a plain shape, use `.extend()`.");
    }
    if (a._zod.def.checks?.length) {
        throw new Error(".merge() cannot be used on object schemas containing refinements. Use .safeExtend() instead.");
    }
    const newShape = {};
    mirrorShape(newShape, a, Reflect.ownKeys(sourceShape(a)));
    mirrorShape(newShape, b, Reflect.ownKeys(sourceShape(b)));
    const def = mergeDefs(a._zod.def, {
        shape: newShape,
        get catchall() {
            return b._zod.def.catchall;
        },
        checks: b._zod.def.checks ?? [],
    });
    return clone(a, def);
}
function partial(Class, schema, mask, name = "partial") {
    const currDef = schema._zod.def;
    const checks = currDef.checks;
    const hasChecks = checks && checks.length > 0;
    if (hasChecks) {
        throw new Error(`.${name}() cannot be used on object schemas containing refinements`);
    }
    const selected = mask ? new Set(maskedKeys(schema, mask)) : undefined;
    const newShape = {};
    mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)), Class &&
        ((value, key) => (selected && !selected.has(key) ? value : new Class({ type: "optional", innerType: value }))));
    return clone(schema, mergeDefs(schema._zod.def, { shape: newShape, checks: [] }));
}
function required(Class, schema, mask) {
    const selected = mask ? new Set(maskedKeys(schema, mask)) : undefined;
    const newShape = {};
    mirrorShape(newShape, schema, Reflect.ownKeys(sourceShape(schema)), (value, key) => 
    // overwrite with non-optional
    selected && !selected.has(key) ? value : new Class({ type: "nonoptional", innerType: value }));
    return clone(schema, mergeDefs(schema._zod.def, { shape: newShape }));
}
// invalid_type | too_big | too_small | invalid_format | not_multiple_of | unrecognized_keys | invalid_union | invalid_key | invalid_element | invalid_value | custom
function aborted(x, startIndex = 0) {
    if (x.aborted === true)
        return true;
    for (let i = startIndex; i < x.issues.length; i++) {
        if (x.issues[i]?.continue !== true) {
            return true;
        }
    }
    return false;
}
// Checks for explicit abort (continue === false), as opposed to implicit abort (continue === undefined). Used to respect `abort: true` in .refine() even for checks that have a `when` function.
function explicitlyAborted(x, startIndex = 0) {
    if (x.aborted === true)
        return true;
    for (let i = startIndex; i < x.issues.length; i++) {
        if (x.issues[i]?.continue === false) {
            return true;
        }
    }
    return false;
}
function prefixIssues(path, issues) {
    return issues.map((iss) => {
        var _a;
        (_a = iss).path ?? (_a.path = []);
        iss.path.unshift(path);
        return iss;
    });
}
function unwrapMessage(message) {
    return typeof message === "string" ? message : message?.message;
}
/* A check holds no link back to the schema it is attached to — the same check instance is shared by every clone of that schema — so the owner is stamped onto the issues a check just raised, at the only point where both are in scope. Runs on the failure path only; `start` is the issue count from before the check ran. */
/** The leading size checks of `defChecks` that set an upper bound, each paired with it. */
function sizeCaps(defChecks) {
    const caps = [];
    for (const ch of defChecks ?? []) {
        const d = ch._zod.def;
        // a later check may rewrite the value
        if (!/_(length|size)$|_equals$/.test(d.check))
            break;
        const max = d.maximum ?? d.length ?? d.size;
        if (max >= 0)
            caps.push([max, ch]);
    }
    return caps;
}
function attachSchema(issues, start, inst) {
    var _a;
    for (let i = start; i < issues.length; i++) {
        (_a = issues[i]).schema ?? (_a.schema = inst);
    }
}
function finalizeIssue(iss, ctx, config) {
    var _a;
    // A schema that raised an issue itself owns it outright, and outranks any stamp an enclosing check left in `attachSchema`. String formats and z.custom() are schema and check at once, so when they act as a check they defer to that stamp instead.
    const traits = iss.inst?._zod?.traits;
    if (traits?.has("$ZodType")) {
        if (traits.has("$ZodCheck"))
            (_a = iss).schema ?? (_a.schema = iss.inst);
        else
            iss.schema = iss.inst;
    }
    // Decreasing specificity, first map to return a message wins. `inst` is whatever raised the issue, so a check's own map outranks the owning schema's.
    const schemaError = iss.schema !== iss.inst ? iss.schema?._zod.def?.error : undefined;
    const message = iss.message
        ? iss.message
        : (unwrapMessage(iss.inst?._zod.def?.error?.(iss)) ??
            unwrapMessage(schemaError?.(iss)) ??
            unwrapMessage(ctx?.error?.(iss)) ??
            unwrapMessage(config.customError?.(iss)) ??
            unwrapMessage(config.localeError?.(iss)) ??
            "Invalid input");
    // an explicit own-key copy beats object rest with excluded keys, which v8 routes through a generic runtime call; Object.keys rather than for-in so an issue pushed with a prototype does not leak inherited keys, and an own __proto__ key is dropped rather than assigned through the setter
    const full = {};
    for (const k of Object.keys(iss)) {
        if (k === "inst" || k === "schema" || k === "continue" || k === "input" || k === "__proto__")
            continue;
        full[k] = iss[k];
    }
    full.path ?? (full.path = []);
    full.message = message;
    if (ctx?.reportInput) {
        full.input = iss.input;
    }
    return full;
}
const highSurrogate = /[\uD800-\uDBFF]/;
// Code points in `str`: a surrogate pair counts once, a lone surrogate as itself. Hand-rolled because the string iterator allocates and runs ~250x slower on this path; the regex probe exits ~50x quicker for a string with no astral characters.
function codePointLength(str) {
    const units = str.length;
    if (!highSurrogate.test(str))
        return units;
    let count = units;
    for (let i = 0; i < units - 1; i++) {
        if ((str.charCodeAt(i) & 0xfc00) === 0xd800 && (str.charCodeAt(i + 1) & 0xfc00) === 0xdc00) {
            count--;
            i++;
        }
    }
    return count;
}
function getLengthableOrigin(input) {
    if (Array.isArray(input))
        return "array";
    if (typeof input === "string")
        return "string";
    return "unknown";
}
function parsedType(data) {
    const t = typeof data;
    switch (t) {
        case "number": {
            return Number.isNaN(data) ? "nan" : "number";
        }
        case "object": {
            if (data === null) {
                return "null";
            }
            if (Array.isArray(data)) {
                return "array";
            }
            const obj = data;
            if (obj && Object.getPrototypeOf(obj) !== Object.prototype && "constructor" in obj && obj.constructor) {
                return obj.constructor.name;
            }
        }
    }
    return t;
}
function issue(...args) {
    const [iss, input, inst] = args;
    if (typeof iss === "string") {
        return {
            message: iss,
            code: "custom",
            input,
            inst,
        };
    }
    return { ...iss };
}
//////////    PROTOTYPE INSTALLERS     //////////
//
// Members live on the prototype and materialize per instance on first read, which keeps own-property count under the step where V8 stops using inline slots. Changing anything here means re-measuring runtime, memory and bundle size together — see "The three axes" in AGENTS.md.
/**
 * Installs a trait's members on its prototype. Each value builds that member for the instance on first read; the built value shadows the accessor as an own property, so a detached `const { parse } = schema` keeps working.
 *
 * Call this from a `proto` initializer, which runs once per prototype — never per instance.
 */
function members(proto, table) {
    for (const key in table) {
        const desc = Object.getOwnPropertyDescriptor(table, key);
        // a getter installs as written, so it stays live: `description` reads through to the registry on every access. not enumerable: an object literal's is, and a prototype member never was
        if (desc.get)
            Object.defineProperty(proto, key, { ...desc, enumerable: false });
        // a method materializes bound on first read, which is what keeps a detached member working: `const opt = schema.optional; opt()`
        else
            defineBound(proto, key, desc.value);
    }
}
/** Shadows a prototype member with an own value, so a getter that builds from the instance runs once. */
function own(inst, key, value, enumerable = true) {
    Object.defineProperty(inst, key, { configurable: true, writable: true, enumerable, value });
    return value;
}
/** Like {@link own}, for a member that was never an own data property and has to stay out of `Object.keys`. */
function hide(inst, key, value) {
    return own(inst, key, value, false);
}
/** Adds members a table derives from the instance: each builds on first read and shadows as own data, and assignment shadows the same way, as when these were own properties. */
function derived(computes, table) {
    for (const key in computes) {
        const compute = computes[key];
        // an object literal's accessor is configurable and enumerable, and `members` copies the descriptor as written
        Object.defineProperty(table, key, {
            configurable: true,
            enumerable: true,
            get() {
                return own(this, key, compute(this));
            },
            set(value) {
                own(this, key, value);
            },
        });
    }
    return table;
}
function defineBound(proto, key, fn) {
    Object.defineProperty(proto, key, {
        configurable: true,
        get() {
            // vitest's spyOn calls a prototype getter bare to find the function it wraps, so a nullish receiver answers the raw method
            return this == null ? fn : own(this, key, fn.bind(this));
        },
        set(value) {
            own(this, key, value);
        },
    });
}
/** Returns the prototype to install on, or `undefined` if this group is already installed on it. */
function claim(inst, sentinel) {
    const proto = Object.getPrototypeOf(inst);
    // Runs on every construction, so `in` rather than the costlier `hasOwnProperty.call`. Sentinels are keys the group itself defines.
    return sentinel in proto ? undefined : proto;
}
// The internals whose init chain is installing. A second call for the same one is a derived constructor overriding its base, so it must not construct another schema in between or the override is dropped.
let installing;
// Set while a getter is running, so a value that resolved through a recursion break is not memoized. One shared descriptor shadows the key for the duration, which costs no per-key allocation.
let broke = false;
const breaker = {
    configurable: true,
    get() {
        broke = true;
        return undefined;
    },
};
/**
 * Installs a lazily-derived internal on the `_zod` prototype of `inst`'s
 * constructor, computed from the internals object itself and cached there on
 * first read. One accessor per constructor rather than one per instance.
 */
function defineLazyInternal(inst, key, compute) {
    const proto = Object.getPrototypeOf(inst._zod);
    if (key in proto && installing !== inst._zod) {
        // A repeat construction: everything is installed already. Cleared here so the reference is not held past the first construction of every type.
        installing = undefined;
        return;
    }
    installing = inst._zod;
    Object.defineProperty(proto, key, {
        configurable: true,
        get() {
            // Shadowed before computing so a re-entrant read from a recursive schema resolves to undefined instead of running the getter again.
            Object.defineProperty(this, key, breaker);
            const outer = broke;
            broke = false;
            try {
                const value = compute(this);
                // A result that resolved through a recursion break is recomputed once the graph is complete; everything else memoizes, undefined included.
                if (broke)
                    delete this[key];
                else
                    Object.defineProperty(this, key, { configurable: true, writable: true, value });
                broke = broke || outer;
                return value;
            }
            catch (err) {
                // A compute that threw memoizes nothing, so a later read runs it again and fails the same way. The shadow goes with it, since leaving it installed would answer undefined for every later read.
                delete this[key];
                broke = broke || outer;
                throw err;
            }
        },
        set(value) {
            Object.defineProperty(this, key, { configurable: true, writable: true, value });
        },
    });
}
/**
 * Installs `key` on `inst`'s prototype, computed by `make` on first read and cached there as an own
 * data property. One accessor per constructor rather than one per instance, because an own accessor
 * puts every instance after the first into v8 dictionary mode. The key doubles as the sentinel.
 */
function installLazyProp(inst, key, make, enumerable) {
    const proto = claim(inst, key);
    if (!proto)
        return;
    Object.defineProperty(proto, key, {
        configurable: true,
        get() {
            // Shadowed before computing, so a re-entrant read from a self-referential shape resolves to undefined instead of running the getter again. A data property rather than an accessor: an own accessor is the dictionary-mode transition this exists to avoid.
            const desc = { configurable: true, writable: true, enumerable, value: undefined };
            Object.defineProperty(this, key, desc);
            // a compute that throws leaves the shadow behind, so later reads answer undefined instead of re-throwing; `defineLazy` did the same, and `defineLazyInternal`'s delete-on-catch would cost bytes in every bundle for a case only a throwing user getter reaches
            desc.value = make(this);
            Object.defineProperty(this, key, desc);
            return desc.value;
        },
        set(value) {
            Object.defineProperty(this, key, { configurable: true, writable: true, enumerable, value });
        },
    });
}
/** Marks the thunk `_catch` synthesises for a constant catch value. `Function.length` cannot tell that thunk from a user callback — rest and defaulted parameters both report arity 0 — and a user callback reads `ctx.error`, whose issues only finalize correctly against the caller's per-parse error map. Provenance can say what arity cannot. A plain string key rather than `Symbol.for`, whose call at module scope no bundler can prove pure — the same shape that anchored `urlCanParse` into every build. */
const CONSTANT_CATCH = "~constantCatch";
/** Wraps a constant catch value in a thunk tagged with {@link CONSTANT_CATCH}. */
function constantCatch(value) {
    const fn = () => value;
    fn[CONSTANT_CATCH] = true;
    return fn;
}

var _a$1;
/* Shared descriptor for installing `_zod`; defineProperty reads it
 * synchronously, so reusing one object avoids a per-instance allocation. */
const _zodDesc = { value: undefined, enumerable: false };
// null where suppressing the capture would be unrecoverable: `parse()` puts the frames back with `captureStackTrace`, so without it the throw would lose its stack. also latched to null once `stackTraceLimit` proves unassignable, which a realm can do at any point by hardening Error
let _E = "captureStackTrace" in Error ? Error : null;
// v8 captures a stack trace inside the Error constructor, which dominates a failed parse; costs only the frames, and parse() restores those. the constructor must RUN: Object.create is cheaper and passes instanceof, but Error.isError and util.types.isNativeError check an internal slot
function newError(Definition) {
    const E = _E;
    if (E) {
        const saved = E.stackTraceLimit;
        if (typeof saved === "number") {
            try {
                E.stackTraceLimit = 0;
            }
            catch {
                _E = null;
                return new Definition();
            }
            try {
                return new Definition();
            }
            finally {
                E.stackTraceLimit = saved;
            }
        }
    }
    return new Definition();
}
function $constructor(name, initializer, 
/** This trait's members, installed once on every prototype that composes it. They cannot be declared in the initializer above: that runs per instance, and the prototype is shared. */
proto, params) {
    // Prototype for this constructor's `_zod` internals. Lazily-derived fields (`values`, `pattern`, `optin`, …) install here once rather than as an accessor on every instance.
    const zodProto = {};
    // Assigning the fields in the constructor body is what gives instances in-object slots; building the object literally and reparenting it costs a second allocation and a generic property copy.
    function Internals(def) {
        this.def = def;
        this.constr = _;
        this.traits = new Set();
    }
    Internals.prototype = zodProto;
    const protoMembers = proto;
    // One trait's members land on every prototype whose chain composes it, so the answer is per prototype rather than per trait.
    const initialized = protoMembers && new WeakSet();
    function init(inst, def) {
        if (!inst._zod) {
            _zodDesc.value = new Internals(def);
            try {
                Object.defineProperty(inst, "_zod", _zodDesc);
            }
            finally {
                // Cleared even on throw, so the shared descriptor never leaks one instance's internals into the next.
                _zodDesc.value = undefined;
            }
        }
        else if (inst._zod.traits.has(name)) {
            return;
        }
        inst._zod.traits.add(name);
        initializer(inst, def);
        if (initialized) {
            // `super(def)` from a user subclass gives `this` a prototype the subclass owns, and installing there would overwrite whatever the subclass declared. `constr` built the instance, so its prototype is the one below the subclass's that should carry the members. A receiver whose chain never reaches that prototype installs on its own, which for a plain object handed straight to `init` means `Object.prototype` — unchanged from before.
            const own = Object.getPrototypeOf(inst);
            const ctorProto = inst._zod.constr.prototype;
            let up = own;
            while (up && up !== ctorProto)
                up = Object.getPrototypeOf(up);
            const target = up ?? own;
            if (!initialized.has(target)) {
                initialized.add(target);
                members(target, protoMembers);
            }
        }
        // support prototype modifications; for-in avoids the array allocation of Object.keys on the (usually empty) prototype
        const proto = _.prototype;
        for (const k in proto) {
            if (!Object.prototype.hasOwnProperty.call(proto, k))
                continue;
            if (!(k in inst)) {
                inst[k] = proto[k].bind(inst);
            }
        }
    }
    // doesn't work if Parent has a constructor with arguments
    const Parent = params?.Parent ?? Object;
    class Definition extends Parent {
    }
    Object.defineProperty(Definition, "name", { value: name });
    function _(def) {
        const inst = params?.Parent ? newError(Definition) : this;
        init(inst, def);
        const deferred = inst._zod.deferred;
        if (deferred) {
            for (const fn of deferred) {
                fn();
            }
            // Released: initializers run once, and the list would otherwise be retained for the schema's lifetime.
            inst._zod.deferred = undefined;
        }
        // Global post-processor hook. Internal: installed by `import "zod/compile"` to enable AOT compilation for every constructed schema. Runs last, once the instance is fully built, because it hands the instance to compile(). The post-processor is expected to be reentrancy-guarded by its own implementation.
        const pp = globalThis.__zod_globalConfig?.postProcessor;
        if (pp)
            pp(inst);
        return inst;
    }
    Object.defineProperty(_, "init", { value: init });
    Object.defineProperty(_, Symbol.hasInstance, {
        value: (inst) => {
            if (params?.Parent && inst instanceof params.Parent)
                return true;
            return inst?._zod?.traits?.has(name);
        },
    });
    Object.defineProperty(_, "name", { value: name });
    return _;
}
class $ZodAsyncError extends Error {
    constructor() {
        super(`Encountered Promise during synchronous parse. Use .parseAsync() instead.`);
    }
}
class $ZodEncodeError extends Error {
    constructor(name) {
        super(`Encountered unidirectional transform during encode: ${name}`);
        this.name = "ZodEncodeError";
    }
}
(_a$1 = globalThis).__zod_globalConfig ?? (_a$1.__zod_globalConfig = {});
const globalConfig = globalThis.__zod_globalConfig;
function config(newConfig) {
    if (newConfig)
        Object.assign(globalConfig, newConfig);
    return globalConfig;
}

/* Computing the message eagerly is expensive (pretty-printed JSON of all
 * issues), so defer it until first read. The accessor functions and
 * descriptors are shared across instances to keep error construction
 * cheap; the computed message is cached on the internals object. The
 * setter preserves plain assignment semantics for consumers that
 * overwrite `message`. */
function _getMessage() {
    const internals = this._zod;
    internals.message ?? (internals.message = JSON.stringify(internals.def, jsonStringifyReplacer, 2));
    return internals.message;
}
function _setMessage(value) {
    this._zod.message = value;
}
const _messageDesc = {
    get: _getMessage,
    set: _setMessage,
    enumerable: true,
    configurable: true,
};
const _issuesDesc = { value: undefined, enumerable: false };
/* Prototypes that already carry the lazy `toString`. Seeded with the
 * intrinsics so that `init` on a foreign object — it accepts any object —
 * can never install an accessor onto a prototype we do not own. */
const _installedToString = /* @__PURE__ */ new WeakSet([Object.prototype, Error.prototype]);
const initializer$1 = (inst, def) => {
    inst.name = "$ZodError";
    // `_zod` is already non-enumerable: $constructor's init defined it with this same descriptor
    _issuesDesc.value = def;
    Object.defineProperty(inst, "issues", _issuesDesc);
    // Clear the shared slot; a retained `value` pins the last error's issues.
    _issuesDesc.value = undefined;
    Object.defineProperty(inst, "message", _messageDesc);
    /* `toString` lives as a non-enumerable lazy getter on the shared
     * prototype; on first access it caches a per-instance closure so
     * detached usage still works. */
    const proto = Object.getPrototypeOf(inst);
    if (!_installedToString.has(proto)) {
        _installedToString.add(proto);
        Object.defineProperty(proto, "toString", {
            configurable: true,
            enumerable: false,
            get() {
                const value = () => this.message;
                Object.defineProperty(this, "toString", { value, configurable: true, writable: true });
                return value;
            },
            set(value) {
                Object.defineProperty(this, "toString", { value, configurable: true, writable: true });
            },
        });
    }
};
const $ZodError = $constructor("$ZodError", initializer$1);
/** Get-or-create `obj[key]` as an own data property. A path segment naming an inherited member
 * ("toString", "constructor") would otherwise read through to the prototype, and assigning
 * "__proto__" would hit the setter instead of creating a key. */
function node(obj, key, make) {
    if (!Object.prototype.hasOwnProperty.call(obj, key)) {
        if (key === "__proto__") {
            Object.defineProperty(obj, key, { value: make(), writable: true, enumerable: true, configurable: true });
        }
        else {
            obj[key] = make();
        }
    }
    return obj[key];
}
function flattenError(error, mapper = (issue) => issue.message) {
    const fieldErrors = {};
    const formErrors = [];
    for (const sub of error.issues) {
        if (sub.path.length > 0) {
            node(fieldErrors, sub.path[0], () => []).push(mapper(sub));
        }
        else {
            formErrors.push(mapper(sub));
        }
    }
    return { formErrors, fieldErrors };
}
function formatError(error, mapper = (issue) => issue.message) {
    const fieldErrors = { _errors: [] };
    const processError = (error, path = []) => {
        for (const issue of error.issues) {
            if (issue.code === "invalid_union" && issue.errors.length) {
                issue.errors.map((issues) => processError({ issues }, [...path, ...issue.path]));
            }
            else if (issue.code === "invalid_key") {
                processError({ issues: issue.issues }, [...path, ...issue.path]);
            }
            else if (issue.code === "invalid_element") {
                processError({ issues: issue.issues }, [...path, ...issue.path]);
            }
            else {
                const fullpath = [...path, ...issue.path];
                if (fullpath.length === 0) {
                    fieldErrors._errors.push(mapper(issue));
                }
                else {
                    let curr = fieldErrors;
                    let i = 0;
                    while (i < fullpath.length) {
                        const el = fullpath[i];
                        const terminal = i === fullpath.length - 1;
                        // `_errors` is reserved by this legacy format, so merge a matching path segment into the current node instead of treating its array as a child.
                        if (el === "_errors") {
                            if (terminal)
                                curr._errors.push(mapper(issue));
                            i++;
                            continue;
                        }
                        // A path element may collide with an inherited property name such as
                        // "__proto__" or "constructor". Truthiness checks read the prototype
                        // (so no node is created, then ._errors.push throws), and bracket
                        // assignment of "__proto__" hits the setter instead of creating an
                        // own key. Guard the read with hasOwnProperty and create the node
                        // with defineProperty so any path element becomes a real own key.
                        if (!Object.prototype.hasOwnProperty.call(curr, el)) {
                            Object.defineProperty(curr, el, {
                                value: { _errors: [] },
                                enumerable: true,
                                writable: true,
                                configurable: true,
                            });
                        }
                        const node = curr[el];
                        if (terminal) {
                            node._errors.push(mapper(issue));
                        }
                        curr = node;
                        i++;
                    }
                }
            }
        }
    };
    processError(error);
    return fieldErrors;
}

// Always both keys, so the `_params` read site in `_parse` sees one object shape rather than two.
function finalizeParams(callee, params) {
    return { callee: params?.callee ?? callee, Err: params?.Err };
}
const _parse = (_Err) => {
    const fn = (schema, value, _ctx, _params) => {
        const ctx = _ctx ? { ..._ctx, async: false } : { async: false };
        const result = schema._zod.run({ value, issues: [] }, ctx);
        if (result instanceof Promise) {
            throw new $ZodAsyncError();
        }
        if (result.issues.length) {
            const e = new (_params?.Err ?? _Err)(result.issues.map((iss) => finalizeIssue(iss, ctx, config())));
            captureStackTrace(e, _params?.callee ?? fn);
            throw e;
        }
        return result.value;
    };
    return fn;
};
const _parseAsync = (_Err) => {
    const fn = async (schema, value, _ctx, params) => {
        const ctx = _ctx ? { ..._ctx, async: true } : { async: true };
        let result = schema._zod.run({ value, issues: [] }, ctx);
        if (result instanceof Promise)
            result = await result;
        if (result.issues.length) {
            const e = new (params?.Err ?? _Err)(result.issues.map((iss) => finalizeIssue(iss, ctx, config())));
            captureStackTrace(e, params?.callee ?? fn);
            throw e;
        }
        return result.value;
    };
    return fn;
};
const _safeParse = (_Err) => (schema, value, _ctx) => {
    const ctx = _ctx ? { ..._ctx, async: false } : { async: false };
    const result = schema._zod.run({ value, issues: [] }, ctx);
    if (result instanceof Promise) {
        throw new $ZodAsyncError();
    }
    return result.issues.length ? failure(_Err, result.issues, ctx) : { success: true, data: result.value };
};
// the error is built on the first read of `error`: finalizing the issues and constructing the instance is most of a failing parse, and a caller that only branches on `success` never pays it. a getter in the literal keeps this small; the alternative, one shared accessor descriptor plus a hidden state slot, reads ~15% faster but costs ~75 B gzipped in every bundle
function failure(Err, issues, ctx) {
    let error;
    return {
        success: false,
        get error() {
            if (!error) {
                error = new Err(issues.map((iss) => finalizeIssue(iss, ctx, config())));
                // finalizeIssue drops `input`, so the built error holds nothing; keeping the raw issues past this point pins the parsed value for the life of the result
                issues = undefined;
                ctx = undefined;
            }
            return error;
        },
        set error(e) {
            error = e;
            // a replacement makes the getter's branch unreachable, so the captures have to go here too
            issues = undefined;
            ctx = undefined;
        },
    };
}
const _safeParseAsync = (_Err) => async (schema, value, _ctx) => {
    const ctx = _ctx ? { ..._ctx, async: true } : { async: true };
    let result = schema._zod.run({ value, issues: [] }, ctx);
    if (result instanceof Promise)
        result = await result;
    return result.issues.length ? failure(_Err, result.issues, ctx) : { success: true, data: result.value };
};
// registry mirrors of the compiler's sentinels, so this module never imports the compiler
const COMPILE_INVALID = /* @__PURE__ */ Symbol.for("zod.compile.invalid");
const COMPILE_FALLBACK = /* @__PURE__ */ Symbol.for("zod.compile.fallback");
// Deliberately tiny, because v8 will not inline a body carrying the fallback's object literals and throw. Everything that is not the compiled happy path lives in validateFallback, and that split is worth ~35% on a compiled schema.
const validate$1 = ((schema, value, _ctx) => {
    const validator = schema._zod.bag.validator;
    if (validator !== undefined) {
        if (validator(value) !== COMPILE_INVALID)
            return true;
        // a definite sentinel means the runtime would reject, so skip the re-parse; a ctx can still change the answer
        if (validator.definite === true && _ctx === undefined)
            return false;
    }
    return validateFallback(schema, value, _ctx);
});
function validateFallback(schema, value, _ctx) {
    const ctx = _ctx
        ? { ..._ctx, async: false, abortEarly: true }
        : { async: false, abortEarly: true };
    const fallbackRun = schema._zod.bag.fallbackRun;
    let result;
    if (fallbackRun) {
        // skip nested fast paths on the fallback, so user callbacks keep the at-most-twice bound
        ctx[COMPILE_FALLBACK] = true;
        result = fallbackRun({ value, issues: [] }, ctx);
    }
    else {
        result = schema._zod.run({ value, issues: [] }, ctx);
    }
    if (result instanceof Promise) {
        throw new $ZodAsyncError();
    }
    return result.issues.length === 0;
}
// no fast path: the compiler keeps async parses on the runtime, because a promise-returning callback that is not declared async compiles to a throw
const validateAsync$1 = async (schema, value, _ctx) => {
    const ctx = _ctx
        ? { ..._ctx, async: true, abortEarly: true }
        : { async: true, abortEarly: true };
    let result = schema._zod.run({ value, issues: [] }, ctx);
    if (result instanceof Promise)
        result = await result;
    return result.issues.length === 0;
};
const _encode = (_Err) => {
    const parse = _parse(_Err);
    const fn = (schema, value, _ctx, _params) => {
        const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
        return parse(schema, value, ctx, finalizeParams(fn, _params));
    };
    return fn;
};
const _decode = (_Err) => {
    const parse = _parse(_Err);
    const fn = (schema, value, _ctx, _params) => {
        return parse(schema, value, _ctx, finalizeParams(fn, _params));
    };
    return fn;
};
const _encodeAsync = (_Err) => {
    const parseAsync = _parseAsync(_Err);
    const fn = async (schema, value, _ctx, _params) => {
        const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
        return (await parseAsync(schema, value, ctx, finalizeParams(fn, _params)));
    };
    return fn;
};
const _decodeAsync = (_Err) => {
    const parseAsync = _parseAsync(_Err);
    const fn = async (schema, value, _ctx, _params) => {
        return await parseAsync(schema, value, _ctx, finalizeParams(fn, _params));
    };
    return fn;
};
const _safeEncode = (_Err) => (schema, value, _ctx) => {
    const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
    return _safeParse(_Err)(schema, value, ctx);
};
const _safeDecode = (_Err) => (schema, value, _ctx) => {
    return _safeParse(_Err)(schema, value, _ctx);
};
const _safeEncodeAsync = (_Err) => async (schema, value, _ctx) => {
    const ctx = _ctx ? { ..._ctx, direction: "backward" } : { direction: "backward" };
    return _safeParseAsync(_Err)(schema, value, ctx);
};
const _safeDecodeAsync = (_Err) => async (schema, value, _ctx) => {
    return _safeParseAsync(_Err)(schema, value, _ctx);
};

/**
 * @deprecated CUID v1 is deprecated by its authors due to information leakage
 * (timestamps embedded in the id). Use {@link cuid2} instead.
 * See https://github.com/paralleldrive/cuid.
 */
const cuid = /^[cC][0-9a-z]{6,}$/;
const cuid2 = /^[0-9a-z]+$/;
const ulid = /^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$/;
const xid = /^[0-9a-vA-V]{20}$/;
const ksuid = /^[A-Za-z0-9]{27}$/;
const nanoid = /^[a-zA-Z0-9_-]{21}$/;
function nanoidOfLength(length) {
    return new RegExp(`^[a-zA-Z0-9_-]{${length}}$`);
}
/** ISO 8601-1 duration regex. Does not support the 8601-2 extensions like negative durations or fractional/negative components. */
const duration = /^P(?:(\d+W)|(?!.*W)(?=\d|T\d)(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+([.,]\d+)?S)?)?)$/;
/** A regex for any UUID-like identifier: 8-4-4-4-12 hex pattern */
const guid = /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12})$/;
/** Returns a regex for validating an RFC 9562/4122 UUID.
 *
 * @param version Optionally specify a version 1-8. If no version is specified, all versions are supported. */
const uuid$1 = (version) => {
    if (!version)
        return /^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-8][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}|00000000-0000-0000-0000-000000000000|ffffffff-ffff-ffff-ffff-ffffffffffff)$/;
    return new RegExp(`^([0-9a-fA-F]{8}-[0-9a-fA-F]{4}-${version}[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12})$`);
};
/** Practical email validation */
const email$1 = /^(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$/;
// from https://thekevinscott.com/emojis-in-javascript/#writing-a-regular-expression
// Single character class, not an alternation: the two properties overlap (U+1F9B0-U+1F9B3), so `(A|B)+` backtracks exponentially on a failed match. The leading lookahead then demands one anchor — a pictograph, a regional indicator, or the enclosing keycap — because `\p{Emoji_Component}` on its own covers ASCII digits, `#`, `*`, ZWJ, variation selectors and skin tone modifiers, none of which is an emoji without a base.
const _emoji$1 = `^(?=[\\s\\S]*[\\p{Extended_Pictographic}\\p{Regional_Indicator}\\u20E3])[\\p{Extended_Pictographic}\\p{Emoji_Component}]+$`;
function emoji() {
    return new RegExp(_emoji$1, "u");
}
const ipv4 = /^(?:(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\.){3}(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])$/;
const ipv6 = /^(([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,7}:|([0-9a-fA-F]{1,4}:){1,6}:[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,5}(:[0-9a-fA-F]{1,4}){1,2}|([0-9a-fA-F]{1,4}:){1,4}(:[0-9a-fA-F]{1,4}){1,3}|([0-9a-fA-F]{1,4}:){1,3}(:[0-9a-fA-F]{1,4}){1,4}|([0-9a-fA-F]{1,4}:){1,2}(:[0-9a-fA-F]{1,4}){1,5}|[0-9a-fA-F]{1,4}:((:[0-9a-fA-F]{1,4}){1,6})|:((:[0-9a-fA-F]{1,4}){1,7}|:))$/;
const cidrv4 = /^((25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\.){3}(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9][0-9]|[0-9])\/([0-9]|[1-2][0-9]|3[0-2])$/;
const cidrv6 = /^(([0-9a-fA-F]{1,4}:){7}[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,7}:|([0-9a-fA-F]{1,4}:){1,6}:[0-9a-fA-F]{1,4}|([0-9a-fA-F]{1,4}:){1,5}(:[0-9a-fA-F]{1,4}){1,2}|([0-9a-fA-F]{1,4}:){1,4}(:[0-9a-fA-F]{1,4}){1,3}|([0-9a-fA-F]{1,4}:){1,3}(:[0-9a-fA-F]{1,4}){1,4}|([0-9a-fA-F]{1,4}:){1,2}(:[0-9a-fA-F]{1,4}){1,5}|[0-9a-fA-F]{1,4}:((:[0-9a-fA-F]{1,4}){1,6})|:((:[0-9a-fA-F]{1,4}){1,7}|:))\/(12[0-8]|1[01][0-9]|[1-9]?[0-9])$/;
// https://stackoverflow.com/questions/7860392/determine-if-string-is-in-base64-using-javascript
const base64 = /^$|^(?:[0-9a-zA-Z+/]{4})*(?:(?:[0-9a-zA-Z+/]{2}==)|(?:[0-9a-zA-Z+/]{3}=))?$/;
const base64url = /^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-]{2,3})?$/;
const httpProtocol = /^https?$/;
// https://blog.stevenlevithan.com/archives/validate-phone-number#r4-3 (regex sans spaces) E.164: leading digit must be 1-9; total digits (excluding '+') between 7-15
const e164 = /^\+[1-9]\d{6,14}$/;
const dateSource = `(?:(?:\\d\\d[2468][048]|\\d\\d[13579][26]|\\d\\d0[48]|[02468][048]00|[13579][26]00)-02-29|\\d{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])|(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)|(?:02)-(?:0[1-9]|1\\d|2[0-8])))`;

function anchor(source) {
    return new RegExp(`^${source}$`);
}
const date = /*@__PURE__*/ anchor(dateSource);
function timeSource(args) {
    const hhmm = `(?:[01]\\d|2[0-3]):[0-5]\\d`;
    const regex = typeof args.precision === "number"
        ? args.precision === -1
            ? `${hhmm}`
            : args.precision === 0
                ? `${hhmm}:[0-5]\\d`
                : `${hhmm}:[0-5]\\d\\.\\d{${args.precision}}`
        : args.seconds
            ? `${hhmm}:[0-5]\\d(?:\\.\\d+)?`
            : `${hhmm}(?::[0-5]\\d(?:\\.\\d+)?)?`;
    return regex;
}
function time(args) {
    return new RegExp(`^${timeSource(args)}$`);
}
// Adapted from https://stackoverflow.com/a/3143231
function datetime(args) {
    const opts = ["Z"];
    // if (args.offset) opts.push(`([+-]\\d{2}:\\d{2})`);
    if (args.offset)
        opts.push(`([+-](?:[01]\\d|2[0-3]):[0-5]\\d)`);
    // RFC 3339 mandates seconds wherever the time carries a `Z` or an offset, so only the unqualified form `local` adds may omit them
    const qualified = `${timeSource({ precision: args.precision, seconds: true })}(?:${opts.join("|")})`;
    const timeRegex = args.local ? `${qualified}|${timeSource({ precision: args.precision })}` : qualified;
    return new RegExp(`^${dateSource}T(?:${timeRegex})$`);
}
// the unbounded form of `string()` as a literal, so every plain string shares one instance instead of building its own
const anyString = /^[\s\S]{0,}$/;
const integer$1 = /^-?\d+$/;
const number$1 = /^-?\d+(?:\.\d+)?$/;
const boolean$1 = /^(?:true|false)$/i;
// regex for string with no uppercase letters
const lowercase = /^[^A-Z]*$/;
// regex for string with no lowercase letters
const uppercase = /^[^a-z]*$/;

// import { $ZodType } from "./schemas.js";
const $ZodCheck = /*@__PURE__*/ $constructor("$ZodCheck", (inst, def) => {
    var _a;
    inst._zod ?? (inst._zod = {});
    inst._zod.def = def;
    (_a = inst._zod).onattach ?? (_a.onattach = []);
});
/** Default `when` for length-based checks: run only on non-nullish values with a `length`. */
const _whenHasLength = (payload) => {
    const val = payload.value;
    return !nullish(val) && val.length !== undefined;
};
const numericOriginMap = {
    number: "number",
    bigint: "bigint",
    object: "date",
};
const $ZodCheckLessThan = /*@__PURE__*/ $constructor("$ZodCheckLessThan", (inst, def) => {
    $ZodCheck.init(inst, def);
    const origin = numericOriginMap[typeof def.value];
    inst._zod.check = (payload) => {
        if (def.inclusive ? payload.value <= def.value : payload.value < def.value) {
            return;
        }
        payload.issues.push({
            origin: numericOriginMap[typeof payload.value] ?? origin,
            code: "too_big",
            maximum: typeof def.value === "object" ? def.value.getTime() : def.value,
            input: payload.value,
            inclusive: def.inclusive,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckGreaterThan = /*@__PURE__*/ $constructor("$ZodCheckGreaterThan", (inst, def) => {
    $ZodCheck.init(inst, def);
    const origin = numericOriginMap[typeof def.value];
    inst._zod.check = (payload) => {
        if (def.inclusive ? payload.value >= def.value : payload.value > def.value) {
            return;
        }
        payload.issues.push({
            origin: numericOriginMap[typeof payload.value] ?? origin,
            code: "too_small",
            minimum: typeof def.value === "object" ? def.value.getTime() : def.value,
            input: payload.value,
            inclusive: def.inclusive,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckMultipleOf = 
/*@__PURE__*/ $constructor("$ZodCheckMultipleOf", (inst, def) => {
    $ZodCheck.init(inst, def);
    inst._zod.check = (payload) => {
        if (typeof payload.value !== typeof def.value)
            throw new Error("Cannot mix number and bigint in multiple_of check.");
        const isMultiple = typeof payload.value === "bigint"
            ? // `value % 0n` throws, and nothing is a multiple of zero — the number branch already fails this way via NaN
                def.value !== BigInt(0) && payload.value % def.value === BigInt(0)
            : floatSafeRemainder(payload.value, def.value) === 0;
        if (isMultiple)
            return;
        payload.issues.push({
            origin: typeof payload.value,
            code: "not_multiple_of",
            divisor: def.value,
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckNumberFormat = /*@__PURE__*/ $constructor("$ZodCheckNumberFormat", (inst, def) => {
    $ZodCheck.init(inst, def); // no format checks
    def.format = def.format || "float64";
    const isInt = def.format?.includes("int");
    const origin = isInt ? "int" : "number";
    const [minimum, maximum] = NUMBER_FORMAT_RANGES[def.format];
    inst._zod.check = (payload) => {
        const input = payload.value;
        if (isInt) {
            if (!Number.isInteger(input)) {
                // invalid_format issue
                // payload.issues.push({
                //   expected: def.format,
                //   format: def.format,
                //   code: "invalid_format",
                //   input,
                //   inst,
                // });
                // invalid_type issue
                payload.issues.push({
                    expected: origin,
                    format: def.format,
                    code: "invalid_type",
                    continue: false,
                    input,
                    inst,
                });
                return;
                // not_multiple_of issue
                // payload.issues.push({
                //   code: "not_multiple_of",
                //   origin: "number",
                //   input,
                //   inst,
                //   divisor: 1,
                // });
            }
            if (!Number.isSafeInteger(input)) {
                if (input > 0) {
                    // too_big
                    payload.issues.push({
                        input,
                        code: "too_big",
                        maximum: Number.MAX_SAFE_INTEGER,
                        note: "Integers must be within the safe integer range.",
                        inst,
                        origin,
                        inclusive: true,
                        continue: !def.abort,
                    });
                }
                else {
                    // too_small
                    payload.issues.push({
                        input,
                        code: "too_small",
                        minimum: Number.MIN_SAFE_INTEGER,
                        note: "Integers must be within the safe integer range.",
                        inst,
                        origin,
                        inclusive: true,
                        continue: !def.abort,
                    });
                }
                return;
            }
        }
        if (input < minimum) {
            payload.issues.push({
                origin: "number",
                input,
                code: "too_small",
                minimum,
                inclusive: true,
                inst,
                continue: !def.abort,
            });
        }
        if (input > maximum) {
            payload.issues.push({
                origin: "number",
                input,
                code: "too_big",
                maximum,
                inclusive: true,
                inst,
                continue: !def.abort,
            });
        }
    };
});
const $ZodCheckMaxLength = /*@__PURE__*/ $constructor("$ZodCheckMaxLength", (inst, def) => {
    var _a;
    $ZodCheck.init(inst, def);
    (_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
    inst._zod.check = (payload) => {
        const input = payload.value;
        const units = input.length;
        // Strings are measured in Unicode code points, not UTF-16 units. A code point is at most two units, so a string that already fits in units fits in code points; only an overflow has to be counted.
        const length = typeof input === "string" && units > def.maximum ? codePointLength(input) : units;
        if (length <= def.maximum)
            return;
        const origin = getLengthableOrigin(input);
        payload.issues.push({
            origin,
            code: "too_big",
            maximum: def.maximum,
            inclusive: true,
            input,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckMinLength = /*@__PURE__*/ $constructor("$ZodCheckMinLength", (inst, def) => {
    var _a;
    $ZodCheck.init(inst, def);
    (_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
    inst._zod.check = (payload) => {
        const input = payload.value;
        const units = input.length;
        // A code point is one or two UTF-16 units, so fewer units than the floor can never reach it and twice the floor always clears it. Only in between is the exact count in doubt.
        const length = typeof input === "string" && units >= def.minimum && units < def.minimum * 2
            ? codePointLength(input)
            : units;
        if (length >= def.minimum)
            return;
        const origin = getLengthableOrigin(input);
        payload.issues.push({
            origin,
            code: "too_small",
            minimum: def.minimum,
            inclusive: true,
            input,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckLengthEquals = /*@__PURE__*/ $constructor("$ZodCheckLengthEquals", (inst, def) => {
    var _a;
    $ZodCheck.init(inst, def);
    (_a = inst._zod.def).when ?? (_a.when = _whenHasLength);
    inst._zod.check = (payload) => {
        const input = payload.value;
        const units = input.length;
        // A code point is one or two UTF-16 units, so outside `[length, length * 2]` units the target is missed either way — and missed in the same direction in both measures.
        const length = typeof input === "string" && units >= def.length && units <= def.length * 2
            ? codePointLength(input)
            : units;
        if (length === def.length)
            return;
        const origin = getLengthableOrigin(input);
        const tooBig = length > def.length;
        payload.issues.push({
            origin,
            ...(tooBig ? { code: "too_big", maximum: def.length } : { code: "too_small", minimum: def.length }),
            inclusive: true,
            exact: true,
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckStringFormat = /*@__PURE__*/ $constructor("$ZodCheckStringFormat", (inst, def) => {
    var _a, _b;
    $ZodCheck.init(inst, def);
    if (def.pattern)
        (_a = inst._zod).check ?? (_a.check = (payload) => {
            def.pattern.lastIndex = 0;
            if (def.pattern.test(payload.value))
                return;
            payload.issues.push({
                origin: "string",
                code: "invalid_format",
                format: def.format,
                input: payload.value,
                ...(def.pattern ? { pattern: def.pattern.toString() } : {}),
                inst,
                continue: !def.abort,
            });
        });
    else
        (_b = inst._zod).check ?? (_b.check = () => { });
});
const $ZodCheckRegex = /*@__PURE__*/ $constructor("$ZodCheckRegex", (inst, def) => {
    $ZodCheckStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        def.pattern.lastIndex = 0;
        if (def.pattern.test(payload.value))
            return;
        payload.issues.push({
            origin: "string",
            code: "invalid_format",
            format: "regex",
            input: payload.value,
            pattern: def.pattern.toString(),
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckLowerCase = /*@__PURE__*/ $constructor("$ZodCheckLowerCase", (inst, def) => {
    def.pattern ?? (def.pattern = lowercase);
    $ZodCheckStringFormat.init(inst, def);
});
const $ZodCheckUpperCase = /*@__PURE__*/ $constructor("$ZodCheckUpperCase", (inst, def) => {
    def.pattern ?? (def.pattern = uppercase);
    $ZodCheckStringFormat.init(inst, def);
});
const $ZodCheckIncludes = /*@__PURE__*/ $constructor("$ZodCheckIncludes", (inst, def) => {
    $ZodCheck.init(inst, def);
    const escapedRegex = escapeRegex(def.includes);
    // `String.prototype.includes(sub, position)` matches `sub` at `position`
    // OR LATER, so the pattern must allow at least `position` leading chars
    // (`{N,}`), not exactly `position` chars (`{N}`).
    const pattern = new RegExp(typeof def.position === "number" ? `^.{${def.position},}${escapedRegex}` : escapedRegex);
    def.pattern = pattern;
    inst._zod.check = (payload) => {
        if (payload.value.includes(def.includes, def.position))
            return;
        payload.issues.push({
            origin: "string",
            code: "invalid_format",
            format: "includes",
            includes: def.includes,
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckStartsWith = /*@__PURE__*/ $constructor("$ZodCheckStartsWith", (inst, def) => {
    $ZodCheck.init(inst, def);
    const pattern = new RegExp(`^${escapeRegex(def.prefix)}.*`);
    def.pattern ?? (def.pattern = pattern);
    inst._zod.check = (payload) => {
        if (payload.value.startsWith(def.prefix))
            return;
        payload.issues.push({
            origin: "string",
            code: "invalid_format",
            format: "starts_with",
            prefix: def.prefix,
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckEndsWith = /*@__PURE__*/ $constructor("$ZodCheckEndsWith", (inst, def) => {
    $ZodCheck.init(inst, def);
    const pattern = new RegExp(`.*${escapeRegex(def.suffix)}$`);
    def.pattern ?? (def.pattern = pattern);
    inst._zod.check = (payload) => {
        if (payload.value.endsWith(def.suffix))
            return;
        payload.issues.push({
            origin: "string",
            code: "invalid_format",
            format: "ends_with",
            suffix: def.suffix,
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodCheckOverwrite = /*@__PURE__*/ $constructor("$ZodCheckOverwrite", (inst, def) => {
    $ZodCheck.init(inst, def);
    inst._zod.check = (payload) => {
        payload.value = def.tx(payload.value);
    };
});

class Doc {
    constructor(args = [], closed = {}) {
        this.content = [];
        this.indent = 0;
        this.args = args;
        this.closed = closed;
    }
    // the compiler catches a child's throw and keeps writing into this doc, so the indent has to unwind with it
    indented(fn) {
        this.indent += 1;
        try {
            fn(this);
        }
        finally {
            this.indent -= 1;
        }
    }
    write(arg) {
        if (typeof arg === "function") {
            arg(this, { execution: "sync" });
            arg(this, { execution: "async" });
            return;
        }
        const content = arg;
        const lines = content.split("\n").filter((x) => x);
        const minIndent = Math.min(...lines.map((x) => x.length - x.trimStart().length));
        const dedented = lines.map((x) => x.slice(minIndent)).map((x) => " ".repeat(this.indent * 2) + x);
        for (const line of dedented) {
            this.content.push(line);
        }
    }
    compile() {
        const F = Function;
        const content = this?.content ?? [``];
        const factory = new F(...Object.keys(this.closed), `return function (${this.args.join(", ")}) {\n${content.join("\n")}\n};`);
        return factory(...Object.values(this.closed));
    }
}

const version = {
    major: 4,
    minor: 6,
    patch: 7,
};

const $ZodType = /*@__PURE__*/ $constructor("$ZodType", (inst, def) => {
    var _a;
    inst ?? (inst = {});
    inst._zod.def = def; // set _def property
    inst._zod.bag = inst._zod.bag || {}; // initialize _bag object
    inst._zod.version = version;
    const defChecks = inst._zod.def.checks;
    // if inst is itself a checks.$ZodCheck, run it as a check
    const checks = inst._zod.traits.has("$ZodCheck")
        ? [inst, ...(defChecks ?? [])]
        : defChecks?.length
            ? [...defChecks]
            : [];
    for (const ch of checks) {
        for (const fn of ch._zod.onattach) {
            fn(inst);
        }
    }
    if (checks.length === 0) {
        // deferred initializer inst._zod.parse is not yet defined
        (_a = inst._zod).deferred ?? (_a.deferred = []);
        inst._zod.deferred?.push(() => {
            inst._zod.run = inst._zod.parse;
        });
    }
    else {
        const runChecks = (payload, checks, ctx) => {
            if (payload.memo)
                return payload;
            let isAborted = aborted(payload);
            let asyncResult;
            for (const ch of checks) {
                if (ch._zod.def.when) {
                    if (explicitlyAborted(payload))
                        continue;
                    const shouldRun = ch._zod.def.when(payload);
                    if (!shouldRun)
                        continue;
                }
                else if (isAborted) {
                    continue;
                }
                const currLen = payload.issues.length;
                const _ = ch._zod.check(payload);
                if (_ instanceof Promise && ctx?.async === false) {
                    throw new $ZodAsyncError();
                }
                if (asyncResult || _ instanceof Promise) {
                    asyncResult = (asyncResult ?? Promise.resolve()).then(async () => {
                        await _;
                        const nextLen = payload.issues.length;
                        if (nextLen === currLen)
                            return;
                        attachSchema(payload.issues, currLen, inst);
                        if (!isAborted)
                            isAborted = aborted(payload, currLen);
                    });
                }
                else {
                    const nextLen = payload.issues.length;
                    if (nextLen === currLen)
                        continue;
                    attachSchema(payload.issues, currLen, inst);
                    if (!isAborted)
                        isAborted = aborted(payload, currLen);
                }
            }
            if (asyncResult) {
                return asyncResult.then(() => {
                    return payload;
                });
            }
            return payload;
        };
        const handleCanaryResult = (canary, payload, ctx) => {
            // abort if the canary is aborted
            if (aborted(canary)) {
                canary.aborted = true;
                return canary;
            }
            // run checks first, then
            const checkResult = runChecks(payload, checks, ctx);
            if (checkResult instanceof Promise) {
                if (ctx.async === false)
                    throw new $ZodAsyncError();
                return checkResult.then((checkResult) => inst._zod.parse(checkResult, ctx));
            }
            return inst._zod.parse(checkResult, ctx);
        };
        inst._zod.run = (payload, ctx) => {
            if (ctx.skipChecks) {
                return inst._zod.parse(payload, ctx);
            }
            if (ctx.direction === "backward") {
                // run canary initial pass (no checks)
                const canary = inst._zod.parse({ value: payload.value, issues: [] }, { ...ctx, skipChecks: true });
                if (canary instanceof Promise) {
                    return canary.then((canary) => {
                        return handleCanaryResult(canary, payload, ctx);
                    });
                }
                return handleCanaryResult(canary, payload, ctx);
            }
            // forward
            const result = inst._zod.parse(payload, ctx);
            if (result instanceof Promise) {
                if (ctx.async === false)
                    throw new $ZodAsyncError();
                return result.then((result) => runChecks(result, checks, ctx));
            }
            return runChecks(result, checks, ctx);
        };
    }
}, {
    // Wrappers extend this by installing a richer factory over it; reading it eagerly would defeat the laziness.
    get "~standard"() {
        return hide(this, "~standard", standardProps(this));
    },
    set "~standard"(value) {
        own(this, "~standard", value);
    },
});
/** The Standard Schema surface for `inst`. Shared so wrappers can extend it without forcing it. */
// a Standard Schema result only reports issues, so a failure finalizes them straight off the raw payload: no ZodError, and no lazy result to read through
const toStandardResult = (r, ctx) => r.issues.length ? { issues: r.issues.map((iss) => finalizeIssue(iss, ctx, config())) } : { value: r.value };
async function validateAsync(inst, value) {
    const ctx = { async: true };
    return toStandardResult((await inst._zod.run({ value, issues: [] }, ctx)), ctx);
}
function standardProps(inst) {
    return {
        validate: (value) => {
            const ctx = { async: false };
            try {
                const r = inst._zod.run({ value, issues: [] }, ctx);
                if (!(r instanceof Promise))
                    return toStandardResult(r, ctx);
            }
            catch (_) { }
            // async function so a synchronously throwing check rejects instead of escaping validate
            return validateAsync(inst, value);
        },
        vendor: "zod",
        version: 1,
    };
}
const $ZodString = /*@__PURE__*/ $constructor("$ZodString", (inst, def) => {
    $ZodType.init(inst, def);
    // a format's own pattern, else unbounded; a template literal derives the check-aware form itself
    inst._zod.pattern = def.pattern ?? anyString;
    inst._zod.parse = (payload, _) => {
        if (def.coerce)
            try {
                payload.value = String(payload.value);
            }
            catch (_) { }
        if (typeof payload.value === "string")
            return payload;
        payload.issues.push({
            expected: "string",
            code: "invalid_type",
            input: payload.value,
            inst,
        });
        return payload;
    };
});
const $ZodStringFormat = /*@__PURE__*/ $constructor("$ZodStringFormat", (inst, def) => {
    // check initialization must come first
    $ZodCheckStringFormat.init(inst, def);
    $ZodString.init(inst, def);
});
const $ZodGUID = /*@__PURE__*/ $constructor("$ZodGUID", (inst, def) => {
    def.pattern ?? (def.pattern = guid);
    $ZodStringFormat.init(inst, def);
});
const $ZodUUID = /*@__PURE__*/ $constructor("$ZodUUID", (inst, def) => {
    if (def.version) {
        const versionMap = {
            v1: 1,
            v2: 2,
            v3: 3,
            v4: 4,
            v5: 5,
            v6: 6,
            v7: 7,
            v8: 8,
        };
        const v = versionMap[def.version];
        if (v === undefined)
            throw new Error(`Invalid UUID version: "${def.version}"`);
        def.pattern ?? (def.pattern = uuid$1(v));
    }
    else
        def.pattern ?? (def.pattern = uuid$1());
    $ZodStringFormat.init(inst, def);
});
const $ZodEmail = /*@__PURE__*/ $constructor("$ZodEmail", (inst, def) => {
    def.pattern ?? (def.pattern = email$1);
    $ZodStringFormat.init(inst, def);
});
/** The `://` guard rejected the input before the URL constructor saw it. */
const URL_BAD_FORMAT = 1;
/** The URL parser rejected the input. */
const URL_UNPARSEABLE = 2;
function canParseURL(input) {
    try {
        if (typeof URL !== "undefined" && typeof URL.canParse === "function")
            return URL.canParse(input);
        new URL(input);
        return true;
    }
    catch {
        return false;
    }
}
function validateURL(trimmed, def) {
    if (!("normalize" in def) && !("hostname" in def) && !("protocol" in def)) {
        return canParseURL(trimmed) || URL_UNPARSEABLE;
    }
    return parseURLObject(trimmed, def);
}
/** Parses a URL while preserving the non-normalizing HTTP guard. */
function parseURLObject(trimmed, def) {
    // When normalize is off, require :// for http/https URLs. This prevents strings like "http:example.com" or "https:/path" from being silently accepted
    if (!def.normalize && def.protocol?.source === httpProtocol.source && !/^https?:\/\//i.test(trimmed)) {
        return URL_BAD_FORMAT;
    }
    try {
        if (typeof URL !== "undefined") {
            const URLStatic = URL;
            if (typeof URLStatic.parse === "function")
                return URLStatic.parse(trimmed) ?? URL_UNPARSEABLE;
        }
        // @ts-ignore
        return new URL(trimmed);
    }
    catch {
        return URL_UNPARSEABLE;
    }
}
const asciiTabOrNewline = /[\t\n\r]/g;
/** The URL parser deletes every ASCII tab, LF and CR from its input before it parses, so `new URL("https://exa\nmple.com")` reports on `example.com`. Applying the same deletion to the returned value closes the half of that divergence which can move the host; the parser's other rewrite, stripping C0 controls at the edges, cannot. */
function stripTabAndNewline(value) {
    return value.replace(asciiTabOrNewline, "");
}
function urlHostnameOk(url, hostname) {
    hostname.lastIndex = 0;
    return hostname.test(url.hostname);
}
function urlProtocolOk(url, protocol) {
    protocol.lastIndex = 0;
    return protocol.test(url.protocol.endsWith(":") ? url.protocol.slice(0, -1) : url.protocol);
}
const $ZodURL = /*@__PURE__*/ $constructor("$ZodURL", (inst, def) => {
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        try {
            // Trim whitespace from input
            const trimmed = payload.value.trim();
            const url = validateURL(trimmed, def);
            if (url === URL_BAD_FORMAT) {
                payload.issues.push({
                    code: "invalid_format",
                    format: "url",
                    note: "Invalid URL format",
                    input: payload.value,
                    inst,
                    continue: !def.abort,
                });
                return;
            }
            if (url === URL_UNPARSEABLE) {
                payload.issues.push({
                    code: "invalid_format",
                    format: "url",
                    input: payload.value,
                    inst,
                    continue: !def.abort,
                });
                return;
            }
            if (url === true) {
                payload.value = stripTabAndNewline(trimmed);
                return;
            }
            if (def.hostname && !urlHostnameOk(url, def.hostname)) {
                payload.issues.push({
                    code: "invalid_format",
                    format: "url",
                    note: "Invalid hostname",
                    pattern: def.hostname.source,
                    input: payload.value,
                    inst,
                    continue: !def.abort,
                });
            }
            if (def.protocol && !urlProtocolOk(url, def.protocol)) {
                payload.issues.push({
                    code: "invalid_format",
                    format: "url",
                    note: "Invalid protocol",
                    pattern: def.protocol.source,
                    input: payload.value,
                    inst,
                    continue: !def.abort,
                });
            }
            // Set the output value based on normalize flag
            payload.value = def.normalize ? url.href : stripTabAndNewline(trimmed);
            return;
        }
        catch (_) {
            payload.issues.push({
                code: "invalid_format",
                format: "url",
                input: payload.value,
                inst,
                continue: !def.abort,
            });
        }
    };
});
const $ZodEmoji = /*@__PURE__*/ $constructor("$ZodEmoji", (inst, def) => {
    def.pattern ?? (def.pattern = emoji());
    $ZodStringFormat.init(inst, def);
});
const $ZodNanoID = /*@__PURE__*/ $constructor("$ZodNanoID", (inst, def) => {
    if (def.length !== undefined && (!Number.isInteger(def.length) || def.length < 1))
        throw new Error(`Invalid nanoid length: ${def.length}`);
    def.pattern ?? (def.pattern = def.length === undefined ? nanoid : nanoidOfLength(def.length));
    $ZodStringFormat.init(inst, def);
});
/**
 * @deprecated CUID v1 is deprecated by its authors due to information leakage
 * (timestamps embedded in the id). Use {@link $ZodCUID2} instead.
 * See https://github.com/paralleldrive/cuid.
 */
const $ZodCUID = /*@__PURE__*/ $constructor("$ZodCUID", (inst, def) => {
    def.pattern ?? (def.pattern = cuid);
    $ZodStringFormat.init(inst, def);
});
const $ZodCUID2 = /*@__PURE__*/ $constructor("$ZodCUID2", (inst, def) => {
    def.pattern ?? (def.pattern = cuid2);
    $ZodStringFormat.init(inst, def);
});
const $ZodULID = /*@__PURE__*/ $constructor("$ZodULID", (inst, def) => {
    def.pattern ?? (def.pattern = ulid);
    $ZodStringFormat.init(inst, def);
});
const $ZodXID = /*@__PURE__*/ $constructor("$ZodXID", (inst, def) => {
    def.pattern ?? (def.pattern = xid);
    $ZodStringFormat.init(inst, def);
});
const $ZodKSUID = /*@__PURE__*/ $constructor("$ZodKSUID", (inst, def) => {
    def.pattern ?? (def.pattern = ksuid);
    $ZodStringFormat.init(inst, def);
});
const $ZodISODateTime = /*@__PURE__*/ $constructor("$ZodISODateTime", (inst, def) => {
    def.pattern ?? (def.pattern = datetime(def));
    $ZodStringFormat.init(inst, def);
});
const $ZodISODate = /*@__PURE__*/ $constructor("$ZodISODate", (inst, def) => {
    def.pattern ?? (def.pattern = date);
    $ZodStringFormat.init(inst, def);
});
const $ZodISOTime = /*@__PURE__*/ $constructor("$ZodISOTime", (inst, def) => {
    def.pattern ?? (def.pattern = time(def));
    $ZodStringFormat.init(inst, def);
});
const $ZodISODuration = /*@__PURE__*/ $constructor("$ZodISODuration", (inst, def) => {
    def.pattern ?? (def.pattern = duration);
    $ZodStringFormat.init(inst, def);
});
const $ZodIPv4 = /*@__PURE__*/ $constructor("$ZodIPv4", (inst, def) => {
    def.pattern ?? (def.pattern = ipv4);
    $ZodStringFormat.init(inst, def);
});
/** An IPv6 address is written with hex digits, colons and dots, and nothing else. The guard is what makes the check below an IPv6 check: `new URL("http://[...]")` parses an authority, not an address, so `@` and `\` re-delimit it and `"::@1\\"` validates against the host `0.0.0.1`. The URL parser also deletes ASCII tab, LF and CR rather than failing, which is how `"::1\n"` validated as `::1`. */
const ipv6Alphabet = /^[0-9a-fA-F:.]+$/;
function isValidIPv6(value) {
    if (!ipv6Alphabet.test(value))
        return false;
    return canParseURL(`http://[${value}]`);
}
const $ZodIPv6 = /*@__PURE__*/ $constructor("$ZodIPv6", (inst, def) => {
    def.pattern ?? (def.pattern = ipv6);
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        if (!isValidIPv6(payload.value)) {
            payload.issues.push({
                code: "invalid_format",
                format: "ipv6",
                input: payload.value,
                inst,
                continue: !def.abort,
            });
        }
    };
});
const $ZodCIDRv4 = /*@__PURE__*/ $constructor("$ZodCIDRv4", (inst, def) => {
    def.pattern ?? (def.pattern = cidrv4);
    $ZodStringFormat.init(inst, def);
});
function isValidCIDRv6(value) {
    const parts = value.split("/");
    if (parts.length !== 2)
        return false;
    const [address, prefix] = parts;
    if (!prefix)
        return false;
    const prefixNum = Number(prefix);
    if (`${prefixNum}` !== prefix)
        return false;
    if (prefixNum < 0 || prefixNum > 128)
        return false;
    return isValidIPv6(address);
}
const $ZodCIDRv6 = /*@__PURE__*/ $constructor("$ZodCIDRv6", (inst, def) => {
    def.pattern ?? (def.pattern = cidrv6); // not used for validation
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        if (!isValidCIDRv6(payload.value)) {
            payload.issues.push({
                code: "invalid_format",
                format: "cidrv6",
                input: payload.value,
                inst,
                continue: !def.abort,
            });
        }
    };
});
//////////////////////////////   ZodBase64   //////////////////////////////
function isValidBase64(data) {
    if (data === "")
        return true;
    // atob ignores whitespace, so reject it up front.
    if (/\s/.test(data))
        return false;
    if (data.length % 4 !== 0)
        return false;
    try {
        // @ts-ignore
        atob(data);
        return true;
    }
    catch {
        return false;
    }
}
// lax on purpose: the quantified regexes.base64 overflows the regex stack on multi-MB input and its leading ^$| alternation leaks through template-literal composition; isValidBase64 enforces length and padding
const base64Charset = /^[0-9a-zA-Z+/]*={0,2}$/;
const $ZodBase64 = /*@__PURE__*/ $constructor("$ZodBase64", (inst, def) => {
    def.pattern ?? (def.pattern = base64Charset);
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        if (isValidBase64(payload.value))
            return;
        payload.issues.push({
            code: "invalid_format",
            format: "base64",
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
//////////////////////////////   ZodBase64URL   //////////////////////////////
// lax on purpose: the quantified regexes.base64url overflows the regex stack on multi-MB input; isValidBase64 enforces length on the padded string
const base64urlCharset = /^[A-Za-z0-9_-]*$/;
function isValidBase64URL(data) {
    if (!base64urlCharset.test(data))
        return false;
    const base64 = data.replace(/[-_]/g, (c) => (c === "-" ? "+" : "/"));
    const padded = base64.padEnd(Math.ceil(base64.length / 4) * 4, "=");
    return isValidBase64(padded);
}
const $ZodBase64URL = /*@__PURE__*/ $constructor("$ZodBase64URL", (inst, def) => {
    def.pattern ?? (def.pattern = base64urlCharset);
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        if (isValidBase64URL(payload.value))
            return;
        payload.issues.push({
            code: "invalid_format",
            format: "base64url",
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodE164 = /*@__PURE__*/ $constructor("$ZodE164", (inst, def) => {
    def.pattern ?? (def.pattern = e164);
    $ZodStringFormat.init(inst, def);
});
//////////////////////////////   ZodJWT   //////////////////////////////
function isValidJWT(token, algorithm = null) {
    try {
        const tokensParts = token.split(".");
        if (tokensParts.length !== 3)
            return false;
        const [header] = tokensParts;
        if (!header)
            return false;
        // @ts-ignore
        const parsedHeader = JSON.parse(atob(header));
        if ("typ" in parsedHeader && parsedHeader?.typ !== "JWT")
            return false;
        if (!parsedHeader.alg)
            return false;
        if (algorithm && (!("alg" in parsedHeader) || parsedHeader.alg !== algorithm))
            return false;
        return true;
    }
    catch {
        return false;
    }
}
const $ZodJWT = /*@__PURE__*/ $constructor("$ZodJWT", (inst, def) => {
    $ZodStringFormat.init(inst, def);
    inst._zod.check = (payload) => {
        if (isValidJWT(payload.value, def.alg))
            return;
        payload.issues.push({
            code: "invalid_format",
            format: "jwt",
            input: payload.value,
            inst,
            continue: !def.abort,
        });
    };
});
const $ZodNumber = /*@__PURE__*/ $constructor("$ZodNumber", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.pattern = number$1;
    inst._zod.parse = (payload, _ctx) => {
        if (def.coerce)
            try {
                payload.value = Number(payload.value);
            }
            catch (_) { }
        const input = payload.value;
        if (typeof input === "number" && !Number.isNaN(input) && Number.isFinite(input)) {
            return payload;
        }
        const received = typeof input === "number"
            ? Number.isNaN(input)
                ? "NaN"
                : !Number.isFinite(input)
                    ? String(input)
                    : undefined
            : undefined;
        payload.issues.push({
            expected: "number",
            code: "invalid_type",
            input,
            inst,
            ...(received ? { received } : {}),
        });
        return payload;
    };
});
const $ZodNumberFormat = /*@__PURE__*/ $constructor("$ZodNumberFormat", (inst, def) => {
    $ZodCheckNumberFormat.init(inst, def);
    $ZodNumber.init(inst, def); // no format checks
});
const $ZodBoolean = /*@__PURE__*/ $constructor("$ZodBoolean", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.pattern = boolean$1;
    inst._zod.parse = (payload, _ctx) => {
        if (def.coerce)
            try {
                payload.value = Boolean(payload.value);
            }
            catch (_) { }
        const input = payload.value;
        if (typeof input === "boolean")
            return payload;
        payload.issues.push({
            expected: "boolean",
            code: "invalid_type",
            input,
            inst,
        });
        return payload;
    };
});
const $ZodUnknown = /*@__PURE__*/ $constructor("$ZodUnknown", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload) => payload;
});
const $ZodNever = /*@__PURE__*/ $constructor("$ZodNever", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, _ctx) => {
        payload.issues.push({
            expected: "never",
            code: "invalid_type",
            input: payload.value,
            inst,
        });
        return payload;
    };
});
// an oversized container fails its leading size checks before any element is parsed
function capSize(inst, size) {
    const caps = sizeCaps(inst._zod.def.checks);
    if (!caps.length)
        return;
    const cap = Math.min(...caps.map((c) => c[0]));
    const parse = inst._zod.parse;
    inst._zod.parse = (payload, ctx) => {
        const n = size(payload.value);
        if (n > cap && !ctx?.skipChecks && ctx?.direction !== "backward") {
            for (const [max, ch] of sizeCaps(inst._zod.def.checks)) {
                if (n > max && ch._zod.def.when(payload)) {
                    const start = payload.issues.length;
                    ch._zod.check(payload);
                    // the value is still the raw input, so no later check may read it
                    payload.issues[start].continue = false;
                    attachSchema(payload.issues, start, inst);
                    return payload;
                }
            }
        }
        return parse(payload, ctx);
    };
}
const arraySize = (input) => (Array.isArray(input) ? input.length : -1);
function handleArrayResult(result, final, index) {
    if (result.issues.length) {
        final.issues.push(...prefixIssues(index, result.issues));
    }
    final.value[index] = result.value;
}
const $ZodArray = /*@__PURE__*/ $constructor("$ZodArray", (inst, def) => {
    $ZodType.init(inst, def);
    const memo = globalConfig.memoizer;
    memo?.attach(inst);
    inst._zod.parse = (payload, ctx) => {
        const input = payload.value;
        if (!Array.isArray(input)) {
            payload.issues.push({
                expected: "array",
                code: "invalid_type",
                input,
                inst,
            });
            return payload;
        }
        payload.value = memo ? memo.alloc(inst, payload, Array(input.length), ctx) : Array(input.length);
        const proms = [];
        const abortEarly = ctx?.abortEarly;
        for (let i = 0; i < input.length; i++) {
            const item = input[i];
            const result = def.element._zod.run({
                value: item,
                issues: [],
            }, ctx);
            if (result instanceof Promise) {
                proms.push(result.then((result) => handleArrayResult(result, payload, i)));
            }
            else {
                handleArrayResult(result, payload, i);
                // the element's payload is authoritative here, since handleArrayResult forwards every issue; an object's is not, because it drops a failed absent optional
                if (abortEarly && result.issues.length !== 0 && aborted(result))
                    break;
            }
        }
        if (proms.length) {
            return Promise.all(proms).then(() => payload);
        }
        return payload; //handleArrayResultsAsync(parseResults, final);
    };
    capSize(inst, arraySize);
});
function handlePropertyResult(result, final, key, input, optin, optout) {
    const isPresent = key in input;
    const isOptionalOut = optout === "optional";
    // The middle rung means "absence permitted, nothing supplied in its place", so an absent key contributes nothing — whatever the schema made of `undefined` is invented, not substituted. Only `optional` reaches this with a value: `defaulted` substitutes, and a schema that isn't optional-out has to keep the key.
    if (!isPresent && isOptionalOut && optin === "optional") {
        return;
    }
    if (result.issues.length) {
        // For optional-in/out schemas, ignore errors on absent keys.
        if (optin !== undefined && isOptionalOut && !isPresent) {
            return;
        }
        final.issues.push(...prefixIssues(key, result.issues));
    }
    if (!isPresent && optin === undefined) {
        if (!result.issues.length) {
            final.issues.push({
                code: "invalid_type",
                expected: "nonoptional",
                input: undefined,
                path: [key],
            });
        }
        return;
    }
    if (result.value === undefined) {
        if (isPresent || (optin === "defaulted" && !isOptionalOut)) {
            final.value[key] = undefined;
        }
    }
    else {
        final.value[key] = result.value;
    }
}
// one shared instance; a fresh [] per schema cost 56 bytes retained
const NO_SYMBOL_KEYS = [];
function normalizeDef(def) {
    const keys = Object.keys(def.shape);
    const ownSymbols = Object.getOwnPropertySymbols(def.shape);
    const symbolKeys = ownSymbols.length ? ownSymbols : NO_SYMBOL_KEYS;
    // aliases `keys` when there are no symbols, so a string-only shape keeps one array
    const allKeys = symbolKeys.length ? [...keys, ...symbolKeys] : keys;
    for (const k of allKeys) {
        if (!def.shape?.[k]?._zod?.traits?.has("$ZodType")) {
            throw new Error(`Invalid element at key "${String(k)}": expected a Zod schema`);
        }
    }
    const okeys = optionalKeys(def.shape);
    return {
        ...def,
        allKeys,
        symbolKeys,
        // string-only: handleCatchall matches it against `for...in`, which never yields a symbol
        keySet: new Set(keys),
        numKeys: keys.length,
        optionalKeys: new Set(okeys),
    };
}
function handleCatchall(proms, input, payload, ctx, def, inst, abortEarly) {
    const unrecognized = [];
    const keySet = def.keySet;
    const _catchall = def.catchall._zod;
    const t = _catchall.def.type;
    const optin = _catchall.optin;
    const optout = _catchall.optout;
    // starts at 0, not the current length: the shape phase already ran and may have aborted
    let seen = 0;
    for (const key in input) {
        if (abortEarly && payload.issues.length !== seen) {
            if (aborted(payload, seen))
                break;
            seen = payload.issues.length;
        }
        // Must precede the __proto__ branch: a declared key is not unrecognized, even though the shape loop deliberately strips __proto__ from the parsed output.
        if (keySet.has(key))
            continue;
        // Don't copy an undeclared __proto__ into the result; assignment to a plain {} would replace the result prototype. But in strict mode it is still an unknown key, so report it before skipping.
        if (key === "__proto__") {
            if (t === "never")
                unrecognized.push(key);
            continue;
        }
        if (t === "never") {
            unrecognized.push(key);
            continue;
        }
        const r = _catchall.run({ value: input[key], issues: [] }, ctx);
        if (r instanceof Promise) {
            proms.push(r.then((r) => handlePropertyResult(r, payload, key, input, optin, optout)));
        }
        else {
            handlePropertyResult(r, payload, key, input, optin, optout);
        }
    }
    if (unrecognized.length) {
        payload.issues.push({
            code: "unrecognized_keys",
            keys: unrecognized,
            input,
            inst,
            // Describes the shape of the input, not the validity of the parsed value, so it never aborts. The parse still fails; the schema's own checks just get to run first, and an enclosing intersection can reconcile the key against a sibling operand.
            continue: true,
        });
    }
    if (!proms.length)
        return payload;
    return Promise.all(proms).then(() => {
        return payload;
    });
}
const $ZodObject = /*@__PURE__*/ $constructor("$ZodObject", (inst, def) => {
    // requires cast because technically $ZodObject doesn't extend
    $ZodType.init(inst, def);
    const desc = Object.getOwnPropertyDescriptor(def, "shape");
    // a cloned def carries its source's accessor, which knows the shape it answers from; adopting that keeps the clone's keys readable without running it
    const sh = desc?.get ? desc.get.raw : (def.shape ?? {});
    if (sh) {
        // Freezes the shape on first read, so its getters resolve once and every later read sees the same schemas.
        const get = () => {
            const newSh = { ...sh };
            Object.defineProperty(def, "shape", { value: newSh });
            get.raw = newSh;
            return newSh;
        };
        get.raw = sh;
        Object.defineProperty(def, "shape", { get });
    }
    const _normalized = cached(() => normalizeDef(def));
    defineLazyInternal(inst, "propValues", (zod) => {
        const shape = zod.def.shape;
        const propValues = {};
        for (const key in shape) {
            const field = shape[key]._zod;
            if (field.values) {
                if (!Object.prototype.hasOwnProperty.call(propValues, key)) {
                    assignProp(propValues, key, new Set());
                }
                for (const v of field.values)
                    propValues[key].add(v);
                // An omittable slot reads back as undefined at a discriminator lookup, so it has to claim undefined: two options that can both omit the key are not discriminable on it.
                if (field.optin !== undefined)
                    propValues[key].add(undefined);
            }
        }
        return propValues;
    });
    const isObject = isObject$1;
    const catchall = def.catchall;
    let value;
    const memo = globalConfig.memoizer;
    memo?.attach(inst);
    inst._zod.parse = (payload, ctx) => {
        value ?? (value = _normalized.value);
        const input = payload.value;
        if (!isObject(input)) {
            payload.issues.push({
                expected: "object",
                code: "invalid_type",
                input,
                inst,
            });
            return payload;
        }
        payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
        const proms = [];
        const shape = value.shape;
        const abortEarly = ctx?.abortEarly;
        let seen = payload.issues.length;
        for (const key of value.allKeys) {
            if (abortEarly && payload.issues.length !== seen) {
                if (aborted(payload, seen))
                    break;
                seen = payload.issues.length;
            }
            if (key === "__proto__")
                continue;
            const el = shape[key];
            const optin = el._zod.optin;
            const optout = el._zod.optout;
            const r = el._zod.run({ value: input[key], issues: [] }, ctx);
            if (r instanceof Promise) {
                proms.push(r.then((r) => handlePropertyResult(r, payload, key, input, optin, optout)));
            }
            else {
                handlePropertyResult(r, payload, key, input, optin, optout);
            }
        }
        if (!catchall) {
            return proms.length ? Promise.all(proms).then(() => payload) : payload;
        }
        return handleCatchall(proms, input, payload, ctx, _normalized.value, inst, abortEarly === true);
    };
});
const $ZodObjectJIT = /*@__PURE__*/ $constructor("$ZodObjectJIT", (inst, def) => {
    // requires cast because technically $ZodObject doesn't extend
    $ZodObject.init(inst, def);
    const superParse = inst._zod.parse;
    const _normalized = cached(() => normalizeDef(def));
    const memo = globalConfig.memoizer;
    const generateFastpass = (shape) => {
        const normalized = _normalized.value;
        const syms = normalized.symbolKeys;
        // a symbol has no source literal, so it is read as `syms[i]` off the closed-over scope
        const doc = new Doc(["payload", "ctx"], { shape, inst, memo, syms });
        const parseStr = (k) => `shape[${k}]._zod.run({ value: input[${k}], issues: [] }, ctx)`;
        // prefixes in place, like util.prefixIssues. newResult must land before the early return: a catchall runs after this and would otherwise write onto the caller's input
        const prefixStr = (id, k) => `
          let ${id}_ab = false;
          for (let i = 0; i < ${id}.issues.length; i++) {
            const iss = ${id}.issues[i];
            iss.path = iss.path ? [${k}, ...iss.path] : [${k}];
            payload.issues.push(iss);
            if (iss.continue !== true) ${id}_ab = true;
          }
          if (${id}_ab && ctx && ctx.abortEarly) {
            payload.value = newResult;
            return payload;
          }`;
        doc.write(`const input = payload.value;`);
        const ids = Object.create(null);
        let counter = 0;
        for (const key of normalized.allKeys) {
            ids[key] = `key_${counter++}`;
        }
        // A: preserve key order {
        doc.write(memo ? `const newResult = memo.alloc(inst, payload, {}, ctx);` : `const newResult = {};`);
        for (const key of normalized.allKeys) {
            if (key === "__proto__")
                continue;
            const id = ids[key];
            const k = typeof key === "symbol" ? `syms[${syms.indexOf(key)}]` : esc(key);
            const isPresent = `${k} in input`;
            const schema = shape[key];
            const optin = schema?._zod?.optin;
            const isOptionalIn = optin !== undefined;
            const isOptionalOut = schema?._zod?.optout === "optional";
            doc.write(`const ${id} = ${parseStr(k)};`);
            if (isOptionalIn && isOptionalOut) {
                // For optional-in/out schemas, ignore errors on absent keys — and, like the interpreted path, drop the value produced alongside them. The middle rung goes further: it permits absence without supplying anything in its place, so an absent key contributes nothing at all.
                const assign = optin === "optional" ? `${id}_present` : `${id}.value !== undefined || ${id}_present`;
                doc.write(`
        const ${id}_present = ${isPresent};
        if (!${id}.issues.length || ${id}_present) {
          if (${id}.issues.length) {${prefixStr(id, k)}
          }

          if (${assign}) {
            newResult[${k}] = ${id}.value;
          }
        }

      `);
            }
            else if (!isOptionalIn) {
                doc.write(`
        const ${id}_present = ${isPresent};
        if (${id}.issues.length) {${prefixStr(id, k)}
        }
        if (!${id}_present && !${id}.issues.length) {
          payload.issues.push({
            code: "invalid_type",
            expected: "nonoptional",
            input: undefined,
            path: [${k}]
          });
          if (ctx && ctx.abortEarly) {
            payload.value = newResult;
            return payload;
          }
        }

        if (${id}_present) {
          newResult[${k}] = ${id}.value;
        }

      `);
            }
            else {
                doc.write(`
        if (${id}.issues.length) {${prefixStr(id, k)}
        }
      `);
                if (optin === "defaulted") {
                    doc.write(`newResult[${k}] = ${id}.value;`);
                }
                else {
                    doc.write(`
        if (${id}.value !== undefined || ${isPresent}) {
          newResult[${k}] = ${id}.value;
        }
      `);
                }
            }
        }
        doc.write(`payload.value = newResult;`);
        doc.write(`return payload;`);
        // closing `shape` in is what pays: turbofan specializes the parser against that one shape object, so every `shape[k]._zod.run` folds to a known callee. as a parameter it stays a generic load and measures 13% slower even with the forwarding frame gone
        return doc.compile();
    };
    let fastpass;
    const isObject = isObject$1;
    const jit = !globalConfig.jitless;
    const allowsEval$1 = allowsEval;
    const fastEnabled = jit && allowsEval$1.value; // && !def.catchall;
    const catchall = def.catchall;
    let value;
    inst._zod.parse = (payload, ctx) => {
        value ?? (value = _normalized.value);
        const input = payload.value;
        if (!isObject(input)) {
            payload.issues.push({
                expected: "object",
                code: "invalid_type",
                input,
                inst,
            });
            return payload;
        }
        if (jit && fastEnabled && ctx?.async === false && ctx.jitless !== true) {
            // always synchronous
            if (!fastpass)
                fastpass = generateFastpass(def.shape);
            payload = fastpass(payload, ctx);
            if (!catchall)
                return payload;
            return handleCatchall([], input, payload, ctx, value, inst, ctx?.abortEarly === true);
        }
        return superParse(payload, ctx);
    };
});
function handleUnionResults(results, final, inst, ctx) {
    for (const result of results) {
        if (result.issues.length === 0) {
            final.value = result.value;
            return final;
        }
    }
    const nonaborted = results.filter((r) => !aborted(r));
    if (nonaborted.length === 1) {
        final.value = nonaborted[0].value;
        return nonaborted[0];
    }
    final.issues.push({
        code: "invalid_union",
        input: final.value,
        inst,
        errors: results.map((result) => result.issues.map((iss) => finalizeIssue(iss, ctx, config()))),
    });
    return final;
}
const $ZodUnion = /*@__PURE__*/ $constructor("$ZodUnion", (inst, def) => {
    $ZodType.init(inst, def);
    defineLazyInternal(inst, "optin", (zod) => zod.def.options.some((o) => o._zod.optin === "defaulted")
        ? "defaulted"
        : zod.def.options.some((o) => o._zod.optin !== undefined)
            ? "optional"
            : undefined);
    defineLazyInternal(inst, "optout", (zod) => zod.def.options.some((o) => o._zod.optout === "optional") ? "optional" : undefined);
    defineLazyInternal(inst, "values", (zod) => {
        if (zod.def.options.every((o) => o._zod.values)) {
            return new Set(zod.def.options.flatMap((option) => Array.from(option._zod.values)));
        }
        return undefined;
    });
    defineLazyInternal(inst, "pattern", (zod) => {
        if (zod.def.options.every((o) => o._zod.pattern)) {
            const patterns = zod.def.options.map((o) => o._zod.pattern);
            return new RegExp(`^(${patterns.map((p) => cleanRegex(p.source)).join("|")})$`);
        }
        return undefined;
    });
    const first = def.options.length === 1 ? def.options[0]._zod.run : null;
    inst._zod.parse = (payload, ctx) => {
        if (first) {
            return first(payload, ctx);
        }
        let async = false;
        const results = [];
        for (const option of def.options) {
            const result = option._zod.run({
                value: payload.value,
                issues: [],
            }, ctx);
            if (result instanceof Promise) {
                results.push(result);
                async = true;
            }
            else {
                if (result.issues.length === 0)
                    return result;
                results.push(result);
            }
        }
        if (!async)
            return handleUnionResults(results, payload, inst, ctx);
        return Promise.all(results).then((results) => {
            return handleUnionResults(results, payload, inst, ctx);
        });
    };
});
function discriminatorMap(def) {
    const map = new Map();
    for (const option of def.options) {
        const values = option._zod.propValues?.[def.discriminator];
        if (!values || values.size === 0)
            throw new Error(`Invalid discriminated union option at index "${def.options.indexOf(option)}"`);
        for (const value of values) {
            if (map.has(value)) {
                if (value !== undefined)
                    throw new Error(`Duplicate discriminator value "${String(value)}"`);
                // keep the collision marked so a later member cannot reclaim it
                map.set(value, null);
            }
            else {
                map.set(value, option);
            }
        }
    }
    return map;
}
const $ZodDiscriminatedUnion = 
/*@__PURE__*/
$constructor("$ZodDiscriminatedUnion", (inst, def) => {
    def.inclusive = false;
    $ZodUnion.init(inst, def);
    const _super = inst._zod.parse;
    defineLazyInternal(inst, "propValues", (zod) => {
        const propValues = {};
        let undefinedCount = 0;
        for (const option of zod.def.options) {
            const pv = option._zod.propValues;
            if (!pv || Object.keys(pv).length === 0)
                throw new Error(`Invalid discriminated union option at index "${zod.def.options.indexOf(option)}"`);
            if (pv[zod.def.discriminator]?.has(undefined))
                undefinedCount++;
            for (const [k, v] of Object.entries(pv)) {
                if (!Object.prototype.hasOwnProperty.call(propValues, k)) {
                    assignProp(propValues, k, new Set());
                }
                for (const val of v) {
                    propValues[k].add(val);
                }
            }
        }
        if (!zod.def.unionFallback && undefinedCount > 1)
            propValues[zod.def.discriminator]?.delete(undefined);
        return propValues;
    });
    // Checked now rather than in the lookup map below, so an option that lacks the discriminator fails at the `discriminatedUnion` call instead of on the first object parsed. Options whose shape cannot be enumerated without resolving it — pipes and lazies — are left to the map.
    def.options.forEach((option, i) => {
        const propShape = rawShape(option._zod.def);
        if (propShape && !Object.prototype.hasOwnProperty.call(propShape, def.discriminator)) {
            throw new Error(`Invalid discriminated union option at index "${i}"`);
        }
    });
    const disc = cached(() => discriminatorMap(def));
    inst._zod.parse = (payload, ctx) => {
        const input = payload.value;
        if (!isObject$1(input)) {
            payload.issues.push({
                code: "invalid_type",
                expected: "object",
                input,
                inst,
            });
            return payload;
        }
        const value = input?.[def.discriminator];
        const opt = disc.value.get(value);
        // forward metadata cannot choose an encoder for an absent tag
        if (opt && (value !== undefined || ctx.direction !== "backward")) {
            return opt._zod.run(payload, ctx);
        }
        // Fall back to union matching when the fast discriminator path fails:
        // - explicitly enabled via unionFallback, or
        // - during backward direction (encode), since codec-based discriminators have different values in forward vs backward directions
        if (def.unionFallback || ctx.direction === "backward") {
            return _super(payload, ctx);
        }
        // no matching discriminator
        payload.issues.push({
            code: "invalid_union",
            errors: [],
            note: "No matching discriminator",
            discriminator: def.discriminator,
            options: Array.from(disc.value.keys()).filter((value) => disc.value.get(value) !== null),
            input,
            path: [def.discriminator],
            inst,
        });
        return payload;
    };
});
const $ZodIntersection = /*@__PURE__*/ $constructor("$ZodIntersection", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, ctx) => {
        const input = payload.value;
        const left = def.left._zod.run({ value: input, issues: [] }, ctx);
        const right = def.right._zod.run({ value: input, issues: [] }, ctx);
        const async = left instanceof Promise || right instanceof Promise;
        if (async) {
            return Promise.all([left, right]).then(([left, right]) => {
                return handleIntersectionResults(payload, left, right);
            });
        }
        return handleIntersectionResults(payload, left, right);
    };
});
function mergeValues(a, b) {
    // const aType = parse.t(a);
    // const bType = parse.t(b);
    if (a === b) {
        return { valid: true, data: a };
    }
    if (a instanceof Date && b instanceof Date && +a === +b) {
        return { valid: true, data: a };
    }
    if (isPlainObject(a) && isPlainObject(b)) {
        const bKeys = Object.keys(b);
        const sharedKeys = Object.keys(a).filter((key) => bKeys.indexOf(key) !== -1);
        const newObj = { ...a, ...b };
        if (Object.prototype.hasOwnProperty.call(newObj, "__proto__"))
            delete newObj.__proto__;
        for (const key of sharedKeys) {
            if (key === "__proto__")
                continue;
            const sharedValue = mergeValues(a[key], b[key]);
            if (!sharedValue.valid) {
                return {
                    valid: false,
                    mergeErrorPath: [key, ...sharedValue.mergeErrorPath],
                };
            }
            newObj[key] = sharedValue.data;
        }
        return { valid: true, data: newObj };
    }
    if (Array.isArray(a) && Array.isArray(b)) {
        if (a.length !== b.length) {
            return { valid: false, mergeErrorPath: [] };
        }
        const newArray = [];
        for (let index = 0; index < a.length; index++) {
            const itemA = a[index];
            const itemB = b[index];
            const sharedValue = mergeValues(itemA, itemB);
            if (!sharedValue.valid) {
                return {
                    valid: false,
                    mergeErrorPath: [index, ...sharedValue.mergeErrorPath],
                };
            }
            newArray.push(sharedValue.data);
        }
        return { valid: true, data: newArray };
    }
    return { valid: false, mergeErrorPath: [] };
}
function handleIntersectionResults(result, left, right) {
    // Track which side(s) reject each key. A key rejection is reported only when BOTH sides reject it, so a key owned by one branch survives the other's key schema. strictObject reports these as unrecognized_keys; a record with an open key schema reports one invalid_key per key.
    const unrecKeys = new Map();
    let unrecIssue;
    const keyIssues = new Map();
    const collect = (iss, side) => {
        let keys;
        if (iss.code === "unrecognized_keys" && !iss.path?.length) {
            unrecIssue ?? (unrecIssue = iss);
            keys = iss.keys;
        }
        else if (iss.code === "invalid_key" && iss.origin === "record" && iss.path?.length === 1) {
            const k = String(iss.path[0]);
            if (!keyIssues.has(k))
                keyIssues.set(k, iss);
            keys = [k];
        }
        else {
            return false;
        }
        for (const k of keys) {
            if (!unrecKeys.has(k))
                unrecKeys.set(k, {});
            unrecKeys.get(k)[side] = true;
        }
        return true;
    };
    for (const iss of left.issues) {
        if (!collect(iss, "l"))
            result.issues.push(iss);
    }
    for (const iss of right.issues) {
        if (!collect(iss, "r"))
            result.issues.push(iss);
    }
    // Report only keys rejected by BOTH sides
    const bothKeys = [...unrecKeys].filter(([, f]) => f.l && f.r).map(([k]) => k);
    if (bothKeys.length) {
        const aggregated = unrecIssue ? bothKeys.filter((k) => unrecIssue.keys.includes(k)) : [];
        if (aggregated.length)
            result.issues.push({ ...unrecIssue, keys: aggregated });
        for (const k of bothKeys) {
            if (!aggregated.includes(k) && keyIssues.has(k))
                result.issues.push(keyIssues.get(k));
        }
    }
    const merged = mergeValues(left.value, right.value);
    if (!merged.valid) {
        if (aborted(result))
            return result;
        throw new Error(`Unmergable intersection. Error path: ` + `${JSON.stringify(merged.mergeErrorPath)}`);
    }
    result.value = merged.data;
    return result;
}
const $ZodRecord = /*@__PURE__*/ $constructor("$ZodRecord", (inst, def) => {
    $ZodType.init(inst, def);
    const memo = globalConfig.memoizer;
    memo?.attach(inst);
    inst._zod.parse = (payload, ctx) => {
        const input = payload.value;
        if (!isPlainObject(input)) {
            payload.issues.push({
                expected: "record",
                code: "invalid_type",
                input,
                inst,
            });
            return payload;
        }
        // no guard in either loop below: a record's invalid_key aborts but an enclosing intersection can reconcile it, so a stopped loop hides keys the sibling does not own and the intersection then rejects nothing
        const proms = [];
        const values = def.keyType._zod.values;
        if (values && !def.partial) {
            payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
            const recordKeys = new Set();
            for (const key of values) {
                if (typeof key === "string" || typeof key === "number" || typeof key === "symbol") {
                    recordKeys.add(typeof key === "number" ? key.toString() : key);
                    // A declared __proto__ is stripped but is not an unrecognized key.
                    if (key === "__proto__")
                        continue;
                    const keyResult = def.keyType._zod.run({ value: key, issues: [] }, ctx);
                    if (keyResult instanceof Promise) {
                        throw new Error("Async schemas not supported in object keys currently");
                    }
                    if (keyResult.issues.length) {
                        payload.issues.push({
                            code: "invalid_key",
                            origin: "record",
                            issues: keyResult.issues.map((iss) => finalizeIssue(iss, ctx, config())),
                            input: key,
                            path: [key],
                            inst,
                        });
                        continue;
                    }
                    const outKey = keyResult.value;
                    if (outKey === "__proto__")
                        continue;
                    const result = def.valueType._zod.run({ value: input[key], issues: [] }, ctx);
                    if (result instanceof Promise) {
                        proms.push(result.then((result) => {
                            if (result.issues.length) {
                                payload.issues.push(...prefixIssues(key, result.issues));
                            }
                            payload.value[outKey] = result.value;
                        }));
                    }
                    else {
                        if (result.issues.length) {
                            payload.issues.push(...prefixIssues(key, result.issues));
                        }
                        payload.value[outKey] = result.value;
                    }
                }
            }
            let unrecognized;
            for (const key in input) {
                if (!recordKeys.has(key)) {
                    if (def.mode === "loose") {
                        // skip __proto__ so it can't replace the result prototype via the assignment setter on the plain {} we build into
                        if (key === "__proto__")
                            continue;
                        payload.value[key] = input[key];
                    }
                    else {
                        unrecognized = unrecognized ?? [];
                        unrecognized.push(key);
                    }
                }
            }
            if (unrecognized && unrecognized.length > 0) {
                payload.issues.push({
                    code: "unrecognized_keys",
                    input,
                    inst,
                    keys: unrecognized,
                    continue: true,
                });
            }
        }
        else {
            payload.value = memo ? memo.alloc(inst, payload, {}, ctx) : {};
            // An enumerable key schema declares which keys the record owns, so a key outside the set is unrecognized. A non-enumerable one (regex, refine) is a constraint every key must satisfy, so a failing key is invalid. Only the former is reconcilable against the other side of an intersection.
            let unrecognized;
            // Reflect.ownKeys for Symbol-key support; filter non-enumerable to match z.object()
            for (const key of Reflect.ownKeys(input)) {
                if (key === "__proto__")
                    continue;
                if (!Object.prototype.propertyIsEnumerable.call(input, key))
                    continue;
                let keyResult = def.keyType._zod.run({ value: key, issues: [] }, ctx);
                if (keyResult instanceof Promise) {
                    throw new Error("Async schemas not supported in object keys currently");
                }
                // Numeric string fallback: if key is a numeric string and failed, retry with Number(key). This handles z.number(), z.literal([1, 2, 3]), and unions containing numeric literals
                const checkNumericKey = typeof key === "string" && number$1.test(key) && keyResult.issues.length;
                if (checkNumericKey) {
                    const retryResult = def.keyType._zod.run({ value: Number(key), issues: [] }, ctx);
                    if (retryResult instanceof Promise) {
                        throw new Error("Async schemas not supported in object keys currently");
                    }
                    if (retryResult.issues.length === 0) {
                        keyResult = retryResult;
                    }
                }
                if (keyResult.issues.length) {
                    if (def.mode === "loose") {
                        // Pass through unchanged
                        payload.value[key] = input[key];
                    }
                    else if (values) {
                        unrecognized = unrecognized ?? [];
                        unrecognized.push(key);
                    }
                    else {
                        // Default "strict" behavior: error on invalid key
                        payload.issues.push({
                            code: "invalid_key",
                            origin: "record",
                            issues: keyResult.issues.map((iss) => finalizeIssue(iss, ctx, config())),
                            input: key,
                            path: [key],
                            inst,
                        });
                    }
                    continue;
                }
                // the guard above tests the raw input key, but the key schema can normalize an ordinary key into __proto__; re-check the key we actually write under
                const outKey = keyResult.value;
                if (outKey === "__proto__")
                    continue;
                const result = def.valueType._zod.run({ value: input[key], issues: [] }, ctx);
                if (result instanceof Promise) {
                    proms.push(result.then((result) => {
                        if (result.issues.length) {
                            payload.issues.push(...prefixIssues(key, result.issues));
                        }
                        payload.value[outKey] = result.value;
                    }));
                }
                else {
                    if (result.issues.length) {
                        payload.issues.push(...prefixIssues(key, result.issues));
                    }
                    payload.value[outKey] = result.value;
                }
            }
            if (unrecognized && unrecognized.length > 0) {
                payload.issues.push({
                    code: "unrecognized_keys",
                    input,
                    inst,
                    keys: unrecognized,
                    continue: true,
                });
            }
        }
        if (proms.length) {
            return Promise.all(proms).then(() => payload);
        }
        return payload;
    };
});
const $ZodEnum = /*@__PURE__*/ $constructor("$ZodEnum", (inst, def) => {
    $ZodType.init(inst, def);
    const values = getEnumValues(def.entries);
    const valuesSet = new Set(values);
    inst._zod.values = valuesSet;
    defineLazyInternal(inst, "pattern", (zod) => {
        const patternValues = getEnumValues(zod.def.entries).filter((k) => propertyKeyTypes.has(typeof k));
        // unmatchable fallback, RE2-safe: an empty alternation would compile to /^()$/, which matches ""
        return new RegExp(patternValues.length ? `^(${patternValues.map((o) => escapeRegex(o.toString())).join("|")})$` : "^[^\\s\\S]$");
    });
    inst._zod.parse = (payload, _ctx) => {
        const input = payload.value;
        if (valuesSet.has(input)) {
            return payload;
        }
        payload.issues.push({
            code: "invalid_value",
            values,
            input,
            inst,
        });
        return payload;
    };
});
const $ZodLiteral = /*@__PURE__*/ $constructor("$ZodLiteral", (inst, def) => {
    $ZodType.init(inst, def);
    const values = new Set(def.values);
    inst._zod.values = values;
    defineLazyInternal(inst, "pattern", (zod) => {
        const vals = zod.def.values;
        // unmatchable fallback, RE2-safe: an empty alternation would compile to /^()$/, which matches ""
        return new RegExp(vals.length
            ? `^(${vals
                .map((o) => typeof o === "string" ? escapeRegex(o) : o ? escapeRegex(o.toString()) : String(o))
                .join("|")})$`
            : "^[^\\s\\S]$");
    });
    inst._zod.parse = (payload, _ctx) => {
        const input = payload.value;
        if (values.has(input)) {
            return payload;
        }
        payload.issues.push({
            code: "invalid_value",
            values: def.values,
            input,
            inst,
        });
        return payload;
    };
});
const $ZodTransform = /*@__PURE__*/ $constructor("$ZodTransform", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.optin = "optional";
    globalConfig.memoizer?.guard(inst);
    inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
            throw new $ZodEncodeError(inst.constructor.name);
        }
        const _out = def.transform(payload.value, payload);
        if (ctx.async) {
            const output = _out instanceof Promise ? _out : Promise.resolve(_out);
            return output.then((output) => {
                payload.value = output;
                return payload;
            });
        }
        if (_out instanceof Promise) {
            throw new $ZodAsyncError();
        }
        payload.value = _out;
        return payload;
    };
});
function handleOptionalResult(payload, result) {
    // A substituting schema that still failed has no usable answer; yield undefined. Its issues are simply dropped: it ran on a payload of its own, so there is no shared array to truncate and nothing of the caller's to lose with it.
    payload.value = result.issues.length ? undefined : result.value;
    return payload;
}
const $ZodOptional = /*@__PURE__*/ $constructor("$ZodOptional", (inst, def) => {
    $ZodType.init(inst, def);
    // .optional() propagates absence rather than substituting for it, so a defaulted inner keeps its rung.
    defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin === "defaulted" ? "defaulted" : "optional");
    inst._zod.optout = "optional";
    defineLazyInternal(inst, "values", (zod) => {
        const values = zod.def.innerType._zod.values;
        return values ? new Set([...values, undefined]) : undefined;
    });
    defineLazyInternal(inst, "pattern", (zod) => {
        const pattern = zod.def.innerType._zod.pattern;
        return pattern ? new RegExp(`^(${cleanRegex(pattern.source)})?$`) : undefined;
    });
    inst._zod.parse = (payload, ctx) => {
        if (payload.value === undefined) {
            // Only the top rung substitutes a value for absence; everything else leaves it intact, which is what .optional() means.
            if (def.innerType._zod.optin !== "defaulted")
                return payload;
            // Its own payload, for the same reason $ZodCatch gets one: a pipe forwards an unrecognized key through the caller's issues array, and this must not read that as the substituting schema failing and drop it.
            const result = def.innerType._zod.run({ value: payload.value, issues: [] }, ctx);
            if (result instanceof Promise)
                return result.then((result) => handleOptionalResult(payload, result));
            return handleOptionalResult(payload, result);
        }
        return def.innerType._zod.run(payload, ctx);
    };
});
const $ZodExactOptional = /*@__PURE__*/ $constructor("$ZodExactOptional", (inst, def) => {
    // Call parent init - inherits optin/optout = "optional"
    $ZodOptional.init(inst, def);
    // Override values/pattern to NOT add undefined
    defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
    defineLazyInternal(inst, "pattern", (zod) => zod.def.innerType._zod.pattern);
    // Override parse to just delegate (no undefined handling)
    inst._zod.parse = (payload, ctx) => {
        return def.innerType._zod.run(payload, ctx);
    };
});
const $ZodNullable = /*@__PURE__*/ $constructor("$ZodNullable", (inst, def) => {
    $ZodType.init(inst, def);
    defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin);
    defineLazyInternal(inst, "optout", (zod) => zod.def.innerType._zod.optout);
    defineLazyInternal(inst, "pattern", (zod) => {
        const pattern = zod.def.innerType._zod.pattern;
        return pattern ? new RegExp(`^(${cleanRegex(pattern.source)}|null)$`) : undefined;
    });
    defineLazyInternal(inst, "values", (zod) => {
        return zod.def.innerType._zod.values ? new Set([...zod.def.innerType._zod.values, null]) : undefined;
    });
    inst._zod.parse = (payload, ctx) => {
        // Forward direction (decode): allow null to pass through
        if (payload.value === null)
            return payload;
        return def.innerType._zod.run(payload, ctx);
    };
});
const $ZodDefault = /*@__PURE__*/ $constructor("$ZodDefault", (inst, def) => {
    $ZodType.init(inst, def);
    // inst._zod.qin = "true";
    inst._zod.optin = "defaulted";
    defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
    inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
            return def.innerType._zod.run(payload, ctx);
        }
        // Forward direction (decode): apply defaults for undefined input
        if (payload.value === undefined) {
            payload.value = def.defaultValue;
            /**
             * $ZodDefault returns the default value immediately in forward direction.
             * It doesn't pass the default value into the validator ("prefault"). There's no reason to pass the default value through validation. The validity of the default is enforced by TypeScript statically. Otherwise, it's the responsibility of the user to ensure the default is valid. In the case of pipes with divergent in/out types, you can specify the default on the `in` schema of your ZodPipe to set a "prefault" for the pipe.   */
            return payload;
        }
        // Forward direction: continue with default handling
        const result = def.innerType._zod.run(payload, ctx);
        if (result instanceof Promise) {
            return result.then((result) => handleDefaultResult(result, def));
        }
        return handleDefaultResult(result, def);
    };
});
function handleDefaultResult(payload, def) {
    if (payload.value === undefined) {
        payload.value = def.defaultValue;
    }
    return payload;
}
const $ZodPrefault = /*@__PURE__*/ $constructor("$ZodPrefault", (inst, def) => {
    $ZodType.init(inst, def);
    inst._zod.optin = "defaulted";
    defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
    inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
            return def.innerType._zod.run(payload, ctx);
        }
        // Forward direction (decode): apply prefault for undefined input
        if (payload.value === undefined) {
            payload.value = def.defaultValue;
        }
        return def.innerType._zod.run(payload, ctx);
    };
});
const $ZodNonOptional = /*@__PURE__*/ $constructor("$ZodNonOptional", (inst, def) => {
    $ZodType.init(inst, def);
    defineLazyInternal(inst, "values", (zod) => {
        const v = zod.def.innerType._zod.values;
        return v ? new Set([...v].filter((x) => x !== undefined)) : undefined;
    });
    inst._zod.parse = (payload, ctx) => {
        const result = def.innerType._zod.run(payload, ctx);
        if (result instanceof Promise) {
            return result.then((result) => handleNonOptionalResult(result, inst));
        }
        return handleNonOptionalResult(result, inst);
    };
});
function handleNonOptionalResult(payload, inst) {
    if (!payload.issues.length && payload.value === undefined) {
        payload.issues.push({
            code: "invalid_type",
            expected: "nonoptional",
            input: payload.value,
            inst,
        });
    }
    return payload;
}
function handleCatchResult(payload, result, def, ctx) {
    if (!result.issues.length) {
        payload.value = result.value;
        // The value carries up, so the flag describing it has to carry with it: a back-edge into a node still being parsed must not be frozen by an enclosing readonly, and its checks belong to the node itself. Guarded so the ordinary case adds no own property.
        if (result.memo)
            payload.memo = true;
        return payload;
    }
    // Spread the inner's own payload, not ours: `value` has to stay the input the catch was handed, and the inner ran on a payload of its own so its issues are already private to this call.
    payload.value = def.catchValue({
        ...result,
        value: payload.value,
        error: {
            issues: result.issues.map((iss) => finalizeIssue(iss, ctx, config())),
        },
        input: payload.value,
    });
    return payload;
}
const $ZodCatch = /*@__PURE__*/ $constructor("$ZodCatch", (inst, def) => {
    $ZodType.init(inst, def);
    defineLazyInternal(inst, "optin", (zod) => zod.def.innerType._zod.optin === "defaulted" ? "defaulted" : "optional");
    defineLazyInternal(inst, "optout", (zod) => zod.def.innerType._zod.optout);
    defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
    inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
            return def.innerType._zod.run(payload, ctx);
        }
        // Forward direction (decode): apply catch logic
        const result = def.innerType._zod.run({ value: payload.value, issues: [] }, ctx);
        if (result instanceof Promise) {
            return result.then((result) => handleCatchResult(payload, result, def, ctx));
        }
        return handleCatchResult(payload, result, def, ctx);
    };
});
const $ZodPipe = /*@__PURE__*/ $constructor("$ZodPipe", (inst, def) => {
    $ZodType.init(inst, def);
    defineLazyInternal(inst, "values", (zod) => zod.def.in._zod.values);
    defineLazyInternal(inst, "optin", (zod) => zod.def.in._zod.optin);
    defineLazyInternal(inst, "optout", (zod) => zod.def.out._zod.optout);
    defineLazyInternal(inst, "propValues", (zod) => zod.def.in._zod.propValues);
    inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
            const right = def.out._zod.run(payload, ctx);
            if (right instanceof Promise) {
                return right.then((right) => handlePipeResult(right, def.in, ctx));
            }
            return handlePipeResult(right, def.in, ctx);
        }
        const left = def.in._zod.run(payload, ctx);
        if (left instanceof Promise) {
            return left.then((left) => handlePipeResult(left, def.out, ctx));
        }
        return handlePipeResult(left, def.out, ctx);
    };
});
function handlePipeResult(left, next, ctx) {
    // Any issue stops the pipe, so a failing refinement never feeds its transform. An unrecognized key is the exception: it describes the input's extra properties, not the value being piped, and an enclosing intersection may yet reconcile it.
    if (left.issues.some((iss) => iss.code !== "unrecognized_keys")) {
        // prevent further checks
        left.aborted = true;
        return left;
    }
    return next._zod.run({ value: left.value, issues: left.issues }, ctx);
}
const $ZodReadonly = /*@__PURE__*/ $constructor("$ZodReadonly", (inst, def) => {
    $ZodType.init(inst, def);
    defineLazyInternal(inst, "propValues", (zod) => zod.def.innerType._zod.propValues);
    defineLazyInternal(inst, "values", (zod) => zod.def.innerType._zod.values);
    defineLazyInternal(inst, "optin", (zod) => zod.def.innerType?._zod?.optin);
    defineLazyInternal(inst, "optout", (zod) => zod.def.innerType?._zod?.optout);
    inst._zod.parse = (payload, ctx) => {
        if (ctx.direction === "backward") {
            return def.innerType._zod.run(payload, ctx);
        }
        const result = def.innerType._zod.run(payload, ctx);
        if (result instanceof Promise) {
            return result.then(handleReadonlyResult);
        }
        return handleReadonlyResult(result);
    };
});
function handleReadonlyResult(payload) {
    // A repeat visit hands back a node that is still being built; freezing it here would make the rest of its keys fail to assign.
    if (!payload.memo)
        payload.value = Object.freeze(payload.value);
    return payload;
}
const $ZodCustom = /*@__PURE__*/ $constructor("$ZodCustom", (inst, def) => {
    $ZodCheck.init(inst, def);
    $ZodType.init(inst, def);
    inst._zod.parse = (payload, _) => {
        return payload;
    };
    inst._zod.check = (payload) => {
        const input = payload.value;
        const r = def.fn(input);
        if (r instanceof Promise) {
            return r.then((r) => handleRefineResult(r, payload, input, inst));
        }
        handleRefineResult(r, payload, input, inst);
        return;
    };
});
function handleRefineResult(result, payload, input, inst) {
    if (!result) {
        const _iss = {
            code: "custom",
            input,
            inst, // incorporates params.error into issue reporting
            path: [...(inst._zod.def.path ?? [])], // incorporates params.error into issue reporting
            continue: !inst._zod.def.abort,
            // params: inst._zod.def.params,
        };
        if (inst._zod.def.params)
            _iss.params = inst._zod.def.params;
        payload.issues.push(issue(_iss));
    }
}

class $ZodCyclicError extends Error {
    constructor() {
        super(`Cannot parse a reference cycle that closes through a transform`);
        this.name = "ZodCyclicError";
    }
}
/** Keyed off the context object every schema in one parse call already shares. */
const STATE = "~memo";
const NO_ISSUES = [];
// a value a cycle can close through
function isRef(value) {
    return value !== null && typeof value === "object";
}
// Receivers prefix paths in place, so the cache and every hand-out need their own copies.
function cloneIssues(issues) {
    return issues.map((iss) => (iss.path ? { ...iss, path: iss.path.slice() } : { ...iss }));
}
const recursive = /*@__PURE__*/ new WeakMap();
/** What the walk established, in order of certainty: ordered so the strongest answer among children wins. */
const NONE = 0;
const ASSUMED = 1;
const PROVEN = 2;
/** Whether this schema's subtree contains a cycle, so one parse can re-enter it. */
function isRecursive(inst, stack, resolve) {
    const cached = recursive.get(inst);
    if (cached !== undefined)
        return cached ? PROVEN : NONE;
    // Relative to the walk in progress, so not cached.
    if (stack.has(inst))
        return PROVEN;
    stack.add(inst);
    let result = NONE;
    const check = (child) => {
        if (result !== PROVEN && child?._zod) {
            const answer = isRecursive(child, stack);
            if (answer > result)
                result = answer;
        }
    };
    // `Reflect.ownKeys` rather than `Object.keys`, so a cycle through a declared symbol key is still seen
    const shape = (sh, spread) => {
        let answer = NONE;
        for (const key of Reflect.ownKeys(sh)) {
            const desc = Object.getOwnPropertyDescriptor(sh, key);
            // an object resolves its shape by spread, so a key it does not enumerate is never parsed; `z.properties` reads every own key and so keeps them all
            if (!desc.enumerable)
                continue;
            // resolving runs user code, and a factory mints a fresh subtree per read, so an edge the walk can't follow counts as a cycle
            const child = desc.get ? ASSUMED : desc.value?._zod ? isRecursive(desc.value, stack) : NONE;
            if (child > answer)
                answer = child;
        }
        return answer;
    };
    const merge = (answer) => {
        if (answer > result)
            result = answer;
    };
    const def = inst._zod.def;
    const kind = def.type;
    switch (kind) {
        case "object": {
            const raw = rawShape(def);
            // a def with no raw shape answers `shape` from an accessor of its own, and running that can mint a whole fresh subtree
            merge(raw ? shape(raw) : ASSUMED);
            check(def.catchall);
            break;
        }
        case "array":
            check(def.element);
            break;
        case "tuple":
            for (const el of def.items)
                check(el);
            check(def.rest);
            break;
        case "record":
        case "map":
            check(def.keyType);
            check(def.valueType);
            break;
        case "set":
            check(def.valueType);
            break;
        case "union":
            for (const el of def.options)
                check(el);
            break;
        case "intersection":
            check(def.left);
            check(def.right);
            break;
        case "optional":
        case "nullable":
        case "default":
        case "prefault":
        case "catch":
        case "readonly":
        case "nonoptional":
        case "promise":
        case "success":
            check(def.innerType);
            break;
        case "pipe":
            check(def.in);
            check(def.out);
            break;
        case "function":
            check(def.input);
            check(def.output);
            break;
        // `$ZodLazy` caches its inner on the def, so a resolved edge is followed exactly
        case "lazy": {
            const inner = def._cachedInner ?? (undefined);
            // walked with resolution off: one hop sees past the deferral, and a lazy that yields only another unresolved lazy is generative, so it stops there
            merge(inner ? isRecursive(inner, stack) : ASSUMED);
            break;
        }
        // a leaf by choice: `parts` are regex fragments, not data positions
        case "template_literal":
        // leaves
        case "string":
        case "number":
        case "int":
        case "boolean":
        case "bigint":
        case "symbol":
        case "undefined":
        case "null":
        case "void":
        case "never":
        case "any":
        case "unknown":
        case "date":
        case "nan":
        case "enum":
        case "literal":
        case "file":
        case "transform":
        case "custom":
            break;
        default: {
            // a user-defined kind can still hold children, and only its author knows where, so fall back to scanning the def — skipping accessors, since reading one can run user code
            for (const key in def) {
                const desc = Object.getOwnPropertyDescriptor(def, key);
                if (!desc || desc.get)
                    continue;
                const value = desc.value;
                if (!value || typeof value !== "object")
                    continue;
                if (value._zod)
                    check(value);
                else if (Array.isArray(value))
                    for (const el of value)
                        check(el);
            }
        }
    }
    stack.delete(inst);
    return settle(inst, result);
}
/** An assumed answer must not outlive the resolution that settles it, so only a certain one is cached. */
function settle(inst, answer) {
    if (answer !== ASSUMED)
        recursive.set(inst, answer === PROVEN);
    return answer;
}
function bucketFor(state, inst) {
    let bucket = state.buckets.get(inst);
    if (!bucket) {
        bucket = new WeakMap();
        state.buckets.set(inst, bucket);
    }
    return bucket;
}
// Set immediately before delegating to core and cleared immediately after, so `alloc` registers only for a visit this module is driving.
let handoff;
// Allocated but unfinished entries. `alloc` and the matching pop both happen in the synchronous part of a parse, so they nest even when children are async, and one stack serves every schema.
const open$1 = [];
const memo = {
    alloc(_inst, payload, empty) {
        const bucket = handoff;
        if (!bucket)
            return empty;
        handoff = undefined;
        const entry = { value: empty, issues: null };
        bucket.set(payload.value, entry);
        open$1.push(entry);
        return empty;
    },
    guard(inst) {
        var _a;
        (_a = inst._zod).deferred ?? (_a.deferred = []);
        inst._zod.deferred.push(() => {
            const base = inst._zod.parse;
            const wrapped = (payload, ctx) => {
                // The value is a placeholder a back-edge is still waiting on, so the cycle closes through this transform. Its output can't exist in time to bind.
                if (ctx.direction !== "backward" && isBackEdge(ctx, payload.value))
                    throw new $ZodCyclicError();
                return base(payload, ctx);
            };
            inst._zod.parse = wrapped;
            if (inst._zod.run === base)
                inst._zod.run = wrapped;
        });
    },
    attach(inst) {
        var _a;
        let isRecursiveInst;
        let rechecked = false;
        // a recursive schema is re-entered many times per parse and its bucket never changes
        let lastCtx;
        let lastBucket;
        // Wraps `parse` in a deferred so it sees the container's final parse. Core's own deferred copies `parse` into `run` when there are no checks, and it ran first, so `run` is patched to match; with checks, `run` reads `parse` dynamically.
        (_a = inst._zod).deferred ?? (_a.deferred = []);
        inst._zod.deferred.push(() => {
            const base = inst._zod.parse;
            const wrapped = (payload, ctx) => {
                if (isRecursiveInst === undefined) {
                    const walked = isRecursive(inst, new Set());
                    if (walked === NONE) {
                        // Nothing here can ever fire, so take it back out.
                        inst._zod.parse = base;
                        if (inst._zod.run === wrapped)
                            inst._zod.run = base;
                        return base(payload, ctx);
                    }
                    // this parse resolves the deferred edges on its own path, so ask once more before latching
                    if (walked === PROVEN || rechecked)
                        isRecursiveInst = true;
                    else
                        rechecked = true;
                }
                const input = payload.value;
                if (!isRef(input))
                    return base(payload, ctx);
                let state = ctx[STATE];
                if (!state) {
                    state = { buckets: new WeakMap(), backEdges: undefined };
                    ctx[STATE] = state;
                }
                let bucket;
                if (lastCtx === ctx) {
                    bucket = lastBucket;
                }
                else {
                    bucket = bucketFor(state, inst);
                    lastCtx = ctx;
                    lastBucket = bucket;
                }
                const hit = bucket.get(input);
                if (hit) {
                    payload.value = hit.value;
                    if (hit.issues) {
                        if (hit.issues.length)
                            payload.issues.push(...cloneIssues(hit.issues));
                    }
                    else {
                        // Still being parsed: its own checks cover it, so skip them here.
                        payload.memo = true;
                        state.backEdges ?? (state.backEdges = new WeakSet());
                        state.backEdges.add(hit.value);
                    }
                    return payload;
                }
                handoff = bucket;
                const depth = open$1.length;
                const result = base(payload, ctx);
                handoff = undefined;
                // A container that rejected its input outright allocated nothing.
                const entry = open$1.length > depth ? open$1.pop() : undefined;
                // Both paths written out so the sync one allocates no closure. It runs once per node, and capturing here cost more than everything else combined.
                if (result instanceof Promise) {
                    return result.then((r) => {
                        if (entry)
                            entry.issues = r.issues.length ? cloneIssues(r.issues) : NO_ISSUES;
                        return r;
                    });
                }
                if (entry)
                    entry.issues = result.issues.length ? cloneIssues(result.issues) : NO_ISSUES;
                return result;
            };
            inst._zod.parse = wrapped;
            if (inst._zod.run === base)
                inst._zod.run = wrapped;
        });
    },
};
/** The memoizer that gives containers cycle support. `zod` installs it by default; `zod/mini` opts in with `config({ memoizer: memoizer() })`. */
function memoizer() {
    return memo;
}
/** Whether this value is a node a back-edge resolved to before it finished. */
function isBackEdge(ctx, value) {
    const backEdges = ctx[STATE]?.backEdges;
    return backEdges !== undefined && isRef(value) && backEdges.has(value);
}

const error = () => {
    const Sizable = {
        string: { unit: "characters", verb: "to have" },
        file: { unit: "bytes", verb: "to have" },
        array: { unit: "items", verb: "to have" },
        set: { unit: "items", verb: "to have" },
        map: { unit: "entries", verb: "to have" },
    };
    function getSizing(origin) {
        return Sizable[origin] ?? null;
    }
    const FormatDictionary = {
        regex: "input",
        email: "email address",
        url: "URL",
        emoji: "emoji",
        uuid: "UUID",
        uuidv4: "UUIDv4",
        uuidv6: "UUIDv6",
        nanoid: "nanoid",
        guid: "GUID",
        cuid: "cuid",
        cuid2: "cuid2",
        ulid: "ULID",
        xid: "XID",
        ksuid: "KSUID",
        datetime: "ISO datetime",
        date: "ISO date",
        time: "ISO time",
        duration: "ISO duration",
        ipv4: "IPv4 address",
        ipv6: "IPv6 address",
        mac: "MAC address",
        cidrv4: "IPv4 range",
        cidrv6: "IPv6 range",
        base64: "base64-encoded string",
        base64url: "base64url-encoded string",
        json_string: "JSON string",
        e164: "E.164 number",
        currency_code: "currency code",
        credit_card: "credit card number",
        iban: "IBAN",
        jwt: "JWT",
        template_literal: "input",
    };
    // type names: missing keys = do not translate (use raw value via ?? fallback)
    const TypeDictionary = {
        // Compatibility: "nan" -> "NaN" for display
        nan: "NaN",
        // All other type names omitted - they fall back to raw values via ?? operator
    };
    function getTypeName(type, input) {
        if (type === "number" && typeof input === "number" && !Number.isFinite(input)) {
            return String(input);
        }
        return TypeDictionary[type] ?? type;
    }
    return (issue) => {
        switch (issue.code) {
            case "invalid_type": {
                const expected = getTypeName(issue.expected);
                const receivedType = parsedType(issue.input);
                const received = getTypeName(receivedType, issue.input);
                return `Invalid input: expected ${expected}, received ${received}`;
            }
            case "invalid_value":
                if (issue.values.length === 1)
                    return `Invalid input: expected ${stringifyPrimitive(issue.values[0])}`;
                return `Invalid option: expected one of ${joinValues(issue.values, "|")}`;
            case "too_big": {
                const adj = issue.exact ? "exactly " : issue.inclusive ? "<=" : "<";
                const sizing = getSizing(issue.origin);
                if (sizing)
                    return `Too big: expected ${issue.origin ?? "value"} to have ${adj}${issue.maximum.toString()} ${sizing.unit ?? "elements"}`;
                return `Too big: expected ${issue.origin ?? "value"} to be ${adj}${issue.maximum.toString()}`;
            }
            case "too_small": {
                const adj = issue.exact ? "exactly " : issue.inclusive ? ">=" : ">";
                const sizing = getSizing(issue.origin);
                if (sizing) {
                    return `Too small: expected ${issue.origin} to have ${adj}${issue.minimum.toString()} ${sizing.unit}`;
                }
                return `Too small: expected ${issue.origin} to be ${adj}${issue.minimum.toString()}`;
            }
            case "invalid_format": {
                const _issue = issue;
                if (_issue.format === "starts_with") {
                    return `Invalid string: must start with "${_issue.prefix}"`;
                }
                if (_issue.format === "ends_with")
                    return `Invalid string: must end with "${_issue.suffix}"`;
                if (_issue.format === "includes")
                    return `Invalid string: must include "${_issue.includes}"`;
                if (_issue.format === "regex")
                    return `Invalid string: must match pattern ${_issue.pattern}`;
                return `Invalid ${FormatDictionary[_issue.format] ?? issue.format}`;
            }
            case "not_multiple_of":
                return `Invalid number: must be a multiple of ${issue.divisor}`;
            case "unrecognized_keys":
                return `Unrecognized key${issue.keys.length > 1 ? "s" : ""}: ${joinValues(issue.keys, ", ")}`;
            case "invalid_key":
                return `Invalid key in ${issue.origin}`;
            case "invalid_union":
                if (issue.options && Array.isArray(issue.options) && issue.options.length > 0) {
                    const opts = issue.options.map((o) => `'${o}'`).join(" | ");
                    return `Invalid discriminator value. Expected ${opts}`;
                }
                if (issue.inclusive === false) {
                    return "Invalid input: more than one option matched";
                }
                return "Invalid input";
            case "invalid_element":
                return `Invalid value in ${issue.origin}`;
            default:
                return `Invalid input`;
        }
    };
};
function en () {
    return {
        localeError: error(),
    };
}

var _a;
class $ZodRegistry {
    constructor() {
        this._map = new WeakMap();
        this._idmap = new Map();
    }
    add(schema, ..._meta) {
        const meta = _meta[0];
        this._map.set(schema, meta);
        if (meta && typeof meta === "object" && "id" in meta) {
            this._idmap.set(meta.id, schema);
        }
        return this;
    }
    clear() {
        this._map = new WeakMap();
        this._idmap = new Map();
        return this;
    }
    remove(schema) {
        const meta = this._map.get(schema);
        if (meta && typeof meta === "object" && "id" in meta) {
            this._idmap.delete(meta.id);
        }
        this._map.delete(schema);
        return this;
    }
    get(schema) {
        // return this._map.get(schema) as any;
        // inherit metadata
        const p = schema._zod.parent;
        if (p) {
            const pm = { ...(this.get(p) ?? {}) };
            delete pm.id; // do not inherit id
            const f = { ...pm, ...this._map.get(schema) };
            return Object.keys(f).length ? f : undefined;
        }
        return this._map.get(schema);
    }
    has(schema) {
        return this._map.has(schema);
    }
}
// registries
function registry() {
    return new $ZodRegistry();
}
(_a = globalThis).__zod_globalRegistry ?? (_a.__zod_globalRegistry = registry());
const globalRegistry = globalThis.__zod_globalRegistry;

function snapshotChecks(def) {
    if (def.checks)
        def.checks = [...def.checks];
    return def;
}
// @__NO_SIDE_EFFECTS__
function _string(Class, params) {
    return new Class(snapshotChecks({ type: "string", ...normalizeParams(params) }));
}
// @__NO_SIDE_EFFECTS__
function _coercedString(Class, params) {
    return new Class(snapshotChecks({ type: "string", coerce: true, ...normalizeParams(params) }));
}
// @__NO_SIDE_EFFECTS__
function _email(Class, params) {
    return new Class({
        type: "string",
        format: "email",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _guid(Class, params) {
    return new Class({
        type: "string",
        format: "guid",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uuid(Class, params) {
    return new Class({
        type: "string",
        format: "uuid",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uuidv4(Class, params) {
    return new Class({
        type: "string",
        format: "uuid",
        check: "string_format",
        abort: false,
        version: "v4",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uuidv6(Class, params) {
    return new Class({
        type: "string",
        format: "uuid",
        check: "string_format",
        abort: false,
        version: "v6",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uuidv7(Class, params) {
    return new Class({
        type: "string",
        format: "uuid",
        check: "string_format",
        abort: false,
        version: "v7",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _url(Class, params) {
    return new Class({
        type: "string",
        format: "url",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _emoji(Class, params) {
    return new Class({
        type: "string",
        format: "emoji",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _nanoid(Class, params) {
    return new Class({
        type: "string",
        format: "nanoid",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
/**
 * @deprecated CUID v1 is deprecated by its authors due to information leakage
 * (timestamps embedded in the id). Use {@link _cuid2} instead.
 * See https://github.com/paralleldrive/cuid.
 */
// @__NO_SIDE_EFFECTS__
function _cuid(Class, params) {
    return new Class({
        type: "string",
        format: "cuid",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _cuid2(Class, params) {
    return new Class({
        type: "string",
        format: "cuid2",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _ulid(Class, params) {
    return new Class({
        type: "string",
        format: "ulid",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _xid(Class, params) {
    return new Class({
        type: "string",
        format: "xid",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _ksuid(Class, params) {
    return new Class({
        type: "string",
        format: "ksuid",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _ipv4(Class, params) {
    return new Class({
        type: "string",
        format: "ipv4",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _ipv6(Class, params) {
    return new Class({
        type: "string",
        format: "ipv6",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _cidrv4(Class, params) {
    return new Class({
        type: "string",
        format: "cidrv4",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _cidrv6(Class, params) {
    return new Class({
        type: "string",
        format: "cidrv6",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _base64(Class, params) {
    return new Class({
        type: "string",
        format: "base64",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _base64url(Class, params) {
    return new Class({
        type: "string",
        format: "base64url",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _e164(Class, params) {
    return new Class({
        type: "string",
        format: "e164",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _jwt(Class, params) {
    return new Class({
        type: "string",
        format: "jwt",
        check: "string_format",
        abort: false,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _isoDateTime(Class, params) {
    return new Class({
        type: "string",
        format: "datetime",
        check: "string_format",
        offset: false,
        local: false,
        precision: null,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _isoDate(Class, params) {
    return new Class({
        type: "string",
        format: "date",
        check: "string_format",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _isoTime(Class, params) {
    return new Class({
        type: "string",
        format: "time",
        check: "string_format",
        precision: null,
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _isoDuration(Class, params) {
    return new Class({
        type: "string",
        format: "duration",
        check: "string_format",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _number(Class, params) {
    return new Class(snapshotChecks({ type: "number", checks: [], ...normalizeParams(params) }));
}
// @__NO_SIDE_EFFECTS__
function _int(Class, params) {
    return new Class({
        type: "number",
        check: "number_format",
        abort: false,
        format: "safeint",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _boolean(Class, params) {
    return new Class({
        type: "boolean",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _unknown(Class) {
    return new Class({
        type: "unknown",
    });
}
// @__NO_SIDE_EFFECTS__
function _never(Class, params) {
    return new Class({
        type: "never",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _lt(value, params) {
    return new $ZodCheckLessThan({
        check: "less_than",
        ...normalizeParams(params),
        value,
        inclusive: false,
    });
}
// @__NO_SIDE_EFFECTS__
function _lte(value, params) {
    return new $ZodCheckLessThan({
        check: "less_than",
        ...normalizeParams(params),
        value,
        inclusive: true,
    });
}
// @__NO_SIDE_EFFECTS__
function _gt(value, params) {
    return new $ZodCheckGreaterThan({
        check: "greater_than",
        ...normalizeParams(params),
        value,
        inclusive: false,
    });
}
// @__NO_SIDE_EFFECTS__
function _gte(value, params) {
    return new $ZodCheckGreaterThan({
        check: "greater_than",
        ...normalizeParams(params),
        value,
        inclusive: true,
    });
}
// @__NO_SIDE_EFFECTS__
function _multipleOf(value, params) {
    return new $ZodCheckMultipleOf({
        check: "multiple_of",
        ...normalizeParams(params),
        value,
    });
}
// @__NO_SIDE_EFFECTS__
function _maxLength(maximum, params) {
    const ch = new $ZodCheckMaxLength({
        check: "max_length",
        ...normalizeParams(params),
        maximum,
    });
    return ch;
}
// @__NO_SIDE_EFFECTS__
function _minLength(minimum, params) {
    return new $ZodCheckMinLength({
        check: "min_length",
        ...normalizeParams(params),
        minimum,
    });
}
// @__NO_SIDE_EFFECTS__
function _length(length, params) {
    return new $ZodCheckLengthEquals({
        check: "length_equals",
        ...normalizeParams(params),
        length,
    });
}
// @__NO_SIDE_EFFECTS__
function _regex(pattern, params) {
    return new $ZodCheckRegex({
        check: "string_format",
        format: "regex",
        ...normalizeParams(params),
        pattern,
    });
}
// @__NO_SIDE_EFFECTS__
function _lowercase(params) {
    return new $ZodCheckLowerCase({
        check: "string_format",
        format: "lowercase",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _uppercase(params) {
    return new $ZodCheckUpperCase({
        check: "string_format",
        format: "uppercase",
        ...normalizeParams(params),
    });
}
// @__NO_SIDE_EFFECTS__
function _includes(includes, params) {
    return new $ZodCheckIncludes({
        check: "string_format",
        format: "includes",
        ...normalizeParams(params),
        includes,
    });
}
// @__NO_SIDE_EFFECTS__
function _startsWith(prefix, params) {
    return new $ZodCheckStartsWith({
        check: "string_format",
        format: "starts_with",
        ...normalizeParams(params),
        prefix,
    });
}
// @__NO_SIDE_EFFECTS__
function _endsWith(suffix, params) {
    return new $ZodCheckEndsWith({
        check: "string_format",
        format: "ends_with",
        ...normalizeParams(params),
        suffix,
    });
}
// @__NO_SIDE_EFFECTS__
function _overwrite(tx) {
    return new $ZodCheckOverwrite({
        check: "overwrite",
        tx,
    });
}
// normalize
// @__NO_SIDE_EFFECTS__
function _normalize(form) {
    return _overwrite((input) => input.normalize(form));
}
// trim
// @__NO_SIDE_EFFECTS__
function _trim() {
    return _overwrite((input) => input.trim());
}
// toLowerCase
// @__NO_SIDE_EFFECTS__
function _toLowerCase() {
    return _overwrite((input) => input.toLowerCase());
}
// toUpperCase
// @__NO_SIDE_EFFECTS__
function _toUpperCase() {
    return _overwrite((input) => input.toUpperCase());
}
// slugify
// @__NO_SIDE_EFFECTS__
function _slugify() {
    return _overwrite((input) => slugify(input));
}
// @__NO_SIDE_EFFECTS__
function _array(Class, element, params) {
    return new Class({
        type: "array",
        element,
        // get element() {
        //   return element;
        // },
        ...normalizeParams(params),
    });
}
// same as _custom but defaults to abort:false
// @__NO_SIDE_EFFECTS__
function _refine(Class, fn, _params) {
    const schema = new Class({
        type: "custom",
        check: "custom",
        fn: fn,
        ...normalizeParams(_params),
    });
    return schema;
}
// @__NO_SIDE_EFFECTS__
function _superRefine(fn, params) {
    const ch = _check((payload) => {
        payload.addIssue = (issue$1) => {
            if (typeof issue$1 === "string") {
                payload.issues.push(issue(issue$1, payload.value, ch._zod.def));
            }
            else {
                // for Zod 3 backwards compatibility
                const _issue = issue$1;
                if (_issue.fatal)
                    _issue.continue = false;
                _issue.code ?? (_issue.code = "custom");
                if (!("input" in _issue))
                    _issue.input = payload.value;
                _issue.inst ?? (_issue.inst = ch);
                _issue.continue ?? (_issue.continue = !ch._zod.def.abort); // abort is always undefined, so this is always true...
                payload.issues.push(issue(_issue));
            }
        };
        return fn(payload.value, payload);
    }, params);
    return ch;
}
// @__NO_SIDE_EFFECTS__
function _check(fn, params) {
    const ch = new $ZodCheck({
        check: "custom",
        ...normalizeParams(params),
    });
    ch._zod.check = fn;
    return ch;
}

function assignProps(target, ...sources) {
    for (const source of sources) {
        for (const key of Reflect.ownKeys(source)) {
            if (Object.prototype.propertyIsEnumerable.call(source, key)) {
                assignProp(target, key, source[key]);
            }
        }
    }
    return target;
}
// function initializeContext<T extends schemas.$ZodType>(inputs: JSONSchemaGeneratorParams<T>): ToJSONSchemaContext<T> {
//   return {
//     processor: inputs.processor,
//     metadataRegistry: inputs.metadata ?? globalRegistry,
//     target: inputs.target ?? "draft-2020-12",
//     unrepresentable: inputs.unrepresentable ?? "throw",
//   };
// }
function initializeContext(params) {
    // Normalize target: convert old non-hyphenated versions to hyphenated versions
    let target = params?.target ?? "draft-2020-12";
    if (target === "draft-4")
        target = "draft-04";
    if (target === "draft-7")
        target = "draft-07";
    return {
        processors: params.processors ?? {},
        metadataRegistry: params?.metadata ?? globalRegistry,
        target,
        unrepresentable: params?.unrepresentable ?? "throw",
        override: params?.override ?? (() => { }),
        io: params?.io ?? "output",
        counter: 0,
        seen: new Map(),
        sharedDefsExtractedFor: undefined,
        sharedEmitDoneFor: undefined,
        cycles: params?.cycles ?? "ref",
        reused: params?.reused ?? "inline",
        intersections: [],
        deferred: [],
        external: params?.external ?? undefined,
    };
}
/**
 * Applies the `unrepresentable` setting at a site that has no JSON Schema equivalent. Throws
 * `message` unless the setting (or the handler's return value) says otherwise. Returns `true` if a
 * custom JSON Schema was written into `json`, in which case the caller must not write its own.
 */
function handleUnrepresentable(schema, ctx, json, params, message) {
    const result = typeof ctx.unrepresentable === "function"
        ? ctx.unrepresentable({ zodSchema: schema, path: params.path, message })
        : ctx.unrepresentable;
    if (result === "any")
        return false;
    if (result === undefined || result === "throw")
        throw new Error(message);
    Object.assign(json, result);
    return true;
}
// never rename this back to `process`: bundler polyfills inject a top-level `const process` that a lexical declaration of the same name collides with (#6397)
function processSchema(schema, ctx, _params = { path: [], schemaPath: [] }) {
    var _a;
    const def = schema._zod.def;
    // check for schema in seens
    const seen = ctx.seen.get(schema);
    if (seen) {
        seen.count++;
        // check if cycle
        const isCycle = _params.schemaPath.includes(schema);
        if (isCycle) {
            seen.cycle = _params.path;
        }
        return seen.schema;
    }
    // initialize
    const result = { schema: {}, count: 1, cycle: undefined, path: _params.path };
    ctx.seen.set(schema, result);
    ctx.sharedDefsExtractedFor = undefined;
    ctx.sharedEmitDoneFor = undefined;
    // custom method overrides default behavior
    const overrideSchema = schema._zod.toJSONSchema?.();
    if (overrideSchema) {
        result.schema = overrideSchema;
    }
    else {
        const params = {
            ..._params,
            schemaPath: [..._params.schemaPath, schema],
            path: _params.path,
        };
        if (schema._zod.processJSONSchema) {
            schema._zod.processJSONSchema(ctx, result.schema, params);
        }
        else {
            const _json = result.schema;
            const processor = ctx.processors[def.type];
            if (!processor) {
                throw new Error(`[toJSONSchema]: Non-representable type encountered: ${def.type}`);
            }
            processor(schema, ctx, _json, params);
        }
        const parent = schema._zod.parent;
        if (parent) {
            // Also set ref if processor didn't (for inheritance)
            if (!result.ref)
                result.ref = parent;
            processSchema(parent, ctx, params);
            ctx.seen.get(parent).isParent = true;
        }
    }
    // metadata
    const meta = ctx.metadataRegistry.get(schema);
    if (meta)
        assignProps(result.schema, meta);
    if (ctx.io === "input" && isTransforming(schema)) {
        // examples/defaults only apply to output type of pipe
        delete result.schema.examples;
        delete result.schema.default;
    }
    // set prefault as default
    if (ctx.io === "input" && "_prefault" in result.schema)
        (_a = result.schema).default ?? (_a.default = result.schema._prefault);
    delete result.schema._prefault;
    // pulling fresh from ctx.seen in case it was overwritten
    const _result = ctx.seen.get(schema);
    return _result.schema;
}
// Escape a reference token for use in a JSON Pointer fragment (RFC 6901): `~` becomes `~0` and `/` becomes `~1`. The `~` replacement must run first.
function encodeJSONPointerSegment(segment) {
    return segment.replace(/~/g, "~0").replace(/\//g, "~1");
}
function extractDefs(ctx, schema
// params: EmitParams
) {
    // iterate over seen map;
    const root = ctx.seen.get(schema);
    if (!root)
        throw new Error("Unprocessed schema. This is a bug in Zod.");
    // With `external` set, every registered schema resolves through the external branch of `makeURI`, so the root branch below produces the same ref the external branch would — this pass is identical whichever schema it is called with, and only needs to run once.
    if (ctx.external && ctx.sharedDefsExtractedFor === ctx.external)
        return;
    // Track ids to detect duplicates across different schemas
    const idToSchema = new Map();
    for (const entry of ctx.seen.entries()) {
        const id = ctx.metadataRegistry.get(entry[0])?.id;
        if (id) {
            const existing = idToSchema.get(id);
            if (existing && existing !== entry[0]) {
                throw new Error(`Duplicate schema id "${id}" detected during JSON Schema conversion. Two different schemas cannot share the same id when converted together.`);
            }
            idToSchema.set(id, entry[0]);
        }
    }
    // returns a ref to the schema defId will be empty if the ref points to an external schema (or #)
    const makeURI = (entry) => {
        // comparing the seen objects because sometimes multiple schemas map to the same seen object. e.g. lazy
        // external is configured
        const defsSegment = ctx.target === "draft-2020-12" ? "$defs" : "definitions";
        if (ctx.external) {
            const externalId = ctx.external.registry.get(entry[0])?.id; // ?? "__shared";// `__schema${ctx.counter++}`;
            // check if schema is in the external registry
            const uriGenerator = ctx.external.uri ?? ((id) => id);
            if (externalId) {
                return { ref: uriGenerator(externalId) };
            }
            // otherwise, add to __shared
            const id = entry[1].defId ?? entry[1].schema.id ?? `schema${ctx.counter++}`;
            entry[1].defId = id; // set defId so it will be reused if needed
            return { defId: id, ref: `${uriGenerator("__shared")}#/${defsSegment}/${encodeJSONPointerSegment(id)}` };
        }
        const uriPrefix = `#`;
        const defUriPrefix = `${uriPrefix}/${defsSegment}/`;
        // an id-less root has nowhere to be extracted to, so it stays inline and self-references as `#`
        if (entry[1] === root && !entry[1].schema.id) {
            return { ref: uriPrefix };
        }
        // self-contained schema
        const defId = entry[1].schema.id ?? `__schema${ctx.counter++}`;
        return { defId, ref: defUriPrefix + encodeJSONPointerSegment(defId) };
    };
    // stored cached version in `def` property remove all properties, set $ref
    const extractToDef = (entry) => {
        // if the schema is already a reference, do not extract it
        if (entry[1].schema.$ref) {
            return;
        }
        const seen = entry[1];
        const { ref, defId } = makeURI(entry);
        seen.def = { ...seen.schema };
        // defId won't be set if the schema is a reference to an external schema or if the schema is the root schema
        if (defId)
            seen.defId = defId;
        // wipe away all properties except $ref
        const schema = seen.schema;
        for (const key in schema) {
            delete schema[key];
        }
        schema.$ref = ref;
    };
    // throw on cycles
    // break cycles
    if (ctx.cycles === "throw") {
        for (const entry of ctx.seen.entries()) {
            const seen = entry[1];
            if (seen.cycle) {
                throw new Error("Cycle detected: " +
                    `#/${seen.cycle?.join("/")}/<root>` +
                    '\n\nSet the `cycles` parameter to `"ref"` to resolve cyclical schemas with defs.');
            }
        }
    }
    // extract schemas into $defs
    for (const entry of ctx.seen.entries()) {
        const seen = entry[1];
        // convert root schema to # $ref
        if (schema === entry[0]) {
            extractToDef(entry); // this has special handling for the root schema
            continue;
        }
        // extract schemas that are in the external registry
        if (ctx.external) {
            const ext = ctx.external.registry.get(entry[0])?.id;
            if (schema !== entry[0] && ext) {
                extractToDef(entry);
                continue;
            }
        }
        // extract schemas with `id` meta
        const id = ctx.metadataRegistry.get(entry[0])?.id;
        if (id) {
            extractToDef(entry);
            continue;
        }
        // break cycles
        if (seen.cycle) {
            // any
            extractToDef(entry);
            continue;
        }
        // extract reused schemas
        if (seen.count > 1) {
            if (ctx.reused === "ref") {
                extractToDef(entry);
            }
        }
    }
    if (ctx.external)
        ctx.sharedDefsExtractedFor = ctx.external;
}
/** Rewrites `anyOf: [{type: "a"}, {type: "b"}]` to `type: ["a", "b"]`, which every JSON Schema draft treats as equivalent and most consumers render far better for the nullable case. Only branches that are a bare type assertion qualify — anything carrying a constraint, `$ref`, `const` or metadata is left alone. Runs after `flattenRef`, so a branch an override decorated or `$defs` extraction turned into a `$ref` is no longer bare and correctly stays in `anyOf`. `oneOf` is excluded: `integer` and `number` overlap, so "exactly one" and "at least one" are not the same there. OpenAPI 3.0 is excluded: its `type` must be a single string. */
function compactTypeUnion(schema) {
    const options = schema.anyOf;
    if (!Array.isArray(options) || options.length === 0 || schema.type !== undefined)
        return;
    const types = [];
    for (const option of options) {
        if (!option || typeof option !== "object")
            return;
        // A branch that is itself a compactible union folds into this one — nested `anyOf` and a flat `type` array say the same thing. Compacting it first also makes the result independent of the order this pass walks the seen map in.
        compactTypeUnion(option);
        const keys = Object.keys(option);
        if (keys.length !== 1 || keys[0] !== "type")
            return;
        const type = option.type;
        for (const member of Array.isArray(type) ? type : [type]) {
            if (typeof member !== "string")
                return;
            if (!types.includes(member))
                types.push(member);
        }
    }
    delete schema.anyOf;
    // A `type` array must be non-empty and unique (metaschema); a single member is spelled as a bare string.
    schema.type = types.length === 1 ? types[0] : types;
}
/** Keywords `foldIntersection` knows how to combine. Anything else — `$ref`, `patternProperties`,
 * an annotation like `description` — makes a member unfoldable, so a constraint this does not
 * understand leaves the `allOf` alone instead of being silently dropped or misattributed. */
const FOLDABLE_KEYS = new Set(["type", "properties", "required", "additionalProperties"]);
const UNION_KEYS = ["oneOf", "anyOf"];
/** A member's constraint on a key it does not declare itself. A `catchall` states one; `false`, an absent `additionalProperties`, and the empty schema a loose object emits state nothing. */
function undeclaredConstraint(member) {
    const extra = member.additionalProperties;
    if (extra === undefined || extra === false || typeof extra !== "object" || extra === null)
        return null;
    return Object.keys(extra).length ? extra : null;
}
/** Combines object members into the single object they describe together, or returns `null` if any of them carries a keyword outside {@link FOLDABLE_KEYS}. */
function foldObjects(members) {
    const objects = [];
    for (const member of members) {
        // A boolean subschema is legal JSON Schema and carries no keywords to fold.
        if (typeof member !== "object" || member.type !== "object")
            return null;
        for (const key in member) {
            if (!FOLDABLE_KEYS.has(key))
                return null;
        }
        objects.push(member);
    }
    const properties = {};
    const required = new Set();
    for (const object of objects) {
        for (const key in object.properties) {
            // `in` would report a `__proto__` key as already present via the prototype chain and skip it.
            if (Object.prototype.hasOwnProperty.call(properties, key))
                continue;
            // Every member constrains this key: the ones that declare it say how, and a `catchall` member constrains it too even though it does not name it. The key has to satisfy all of them, which is the same intersection one level down.
            const parts = [];
            for (const other of objects) {
                const part = other.properties?.[key] ?? undeclaredConstraint(other);
                if (part === null || part === undefined)
                    continue;
                if (!parts.some((seen) => JSON.stringify(seen) === JSON.stringify(part)))
                    parts.push(part);
            }
            const merged = parts.length === 1
                ? parts[0]
                : (foldObjects(parts) ?? { allOf: parts });
            assignProp(properties, key, merged);
        }
        for (const key of object.required ?? [])
            required.add(key);
    }
    const folded = { type: "object", properties };
    if (required.size)
        folded.required = [...required];
    // A key no member declares is rejected only when every member rejects it, so the fold is closed only when every member is. Otherwise it carries whatever the `catchall` members demand of such a key.
    if (objects.every((object) => object.additionalProperties === false)) {
        folded.additionalProperties = false;
    }
    else {
        const constraints = [];
        for (const object of objects) {
            const constraint = undeclaredConstraint(object);
            if (constraint && !constraints.some((seen) => JSON.stringify(seen) === JSON.stringify(constraint)))
                constraints.push(constraint);
        }
        if (constraints.length === 1)
            folded.additionalProperties = constraints[0];
        else if (constraints.length > 1)
            folded.additionalProperties = { allOf: constraints };
    }
    return folded;
}
/** `additionalProperties` in an `allOf` member sees only that member's own `properties`, so two
 * closed object members reject each other's keys and the schema validates nothing. Zod's parser
 * pools the key sets instead — `handleIntersectionResults` reports a key as unrecognized only when
 * *every* side rejects it — so the emitted schema has to pool them too, and folding the members
 * into one object is the encoding that says so on every target.
 *
 * This runs from `finalize`, after `extractDefs`, which is what keeps it clear of the `$ref`
 * machinery: a member extracted into `$defs` is already a `$ref` by now and declines to fold, so it
 * keeps its reference and its own closedness rather than being inlined as a stale copy. */
function foldIntersection(json) {
    const allOf = json.allOf;
    if (!Array.isArray(allOf) || allOf.length < 2)
        return;
    // An `override` runs before this pass and may have written object keywords onto the intersection itself. Those are deliberate, so decline rather than overwrite them.
    for (const key of FOLDABLE_KEYS)
        if (key in json)
            return;
    // An intersection distributes over a union: `A & (X | Y)` is `(A & X) | (A & Y)`. Only the first union is distributed over; a second one stays among the members every branch folds against, where it fails the object check and declines the whole intersection rather than multiplying out.
    const unions = allOf.filter((m) => UNION_KEYS.some((k) => Array.isArray(m[k])));
    let folded = null;
    if (!unions.length) {
        folded = foldObjects(allOf);
    }
    else {
        const union = unions[0];
        const keyword = UNION_KEYS.find((k) => Array.isArray(union[k]));
        if (Object.keys(union).length !== 1)
            return;
        const rest = allOf.filter((m) => m !== union);
        const branches = union[keyword].map((branch) => foldObjects([...rest, branch]));
        if (branches.some((b) => !b))
            return;
        folded = { [keyword]: branches };
    }
    if (!folded)
        return;
    delete json.allOf;
    assignProps(json, folded);
}
function finalize(ctx, schema) {
    const root = ctx.seen.get(schema);
    if (!root)
        throw new Error("Unprocessed schema. This is a bug in Zod.");
    // flatten refs - inherit properties from parent schemas
    const flattenRef = (zodSchema) => {
        const seen = ctx.seen.get(zodSchema);
        // already processed
        if (seen.ref === null)
            return;
        const schema = seen.def ?? seen.schema;
        const _cached = { ...schema };
        const ref = seen.ref;
        seen.ref = null; // prevent infinite recursion
        if (ref) {
            flattenRef(ref);
            const refSeen = ctx.seen.get(ref);
            const refSchema = refSeen.schema;
            // merge referenced schema into current
            if (refSchema.$ref && (ctx.target === "draft-07" || ctx.target === "draft-04" || ctx.target === "openapi-3.0")) {
                // older drafts can't combine $ref with other properties
                schema.allOf = schema.allOf ?? [];
                schema.allOf.push(refSchema);
            }
            else {
                assignProps(schema, refSchema);
            }
            // restore child's own properties (child wins)
            assignProps(schema, _cached);
            const isParentRef = zodSchema._zod.parent === ref;
            // For parent chain, child is a refinement - remove parent-only properties
            if (isParentRef) {
                for (const key in schema) {
                    if (key === "$ref" || key === "allOf")
                        continue;
                    if (!(key in _cached)) {
                        delete schema[key];
                    }
                }
            }
            // When ref was extracted to $defs, remove properties that match the definition
            if (refSchema.$ref && refSeen.def) {
                for (const key in schema) {
                    if (key === "$ref" || key === "allOf")
                        continue;
                    if (key in refSeen.def && JSON.stringify(schema[key]) === JSON.stringify(refSeen.def[key])) {
                        delete schema[key];
                    }
                }
            }
        }
        // If parent was extracted (has $ref), propagate $ref to this schema. This handles cases like: readonly().meta({id}).describe() where processor sets ref to innerType but parent should be referenced
        const parent = zodSchema._zod.parent;
        if (parent && parent !== ref) {
            // Ensure parent is processed first so its def has inherited properties
            flattenRef(parent);
            const parentSeen = ctx.seen.get(parent);
            if (parentSeen?.schema.$ref) {
                schema.$ref = parentSeen.schema.$ref;
                // De-duplicate with parent's definition
                if (parentSeen.def) {
                    for (const key in schema) {
                        if (key === "$ref" || key === "allOf")
                            continue;
                        if (key in parentSeen.def && JSON.stringify(schema[key]) === JSON.stringify(parentSeen.def[key])) {
                            delete schema[key];
                        }
                    }
                }
            }
        }
        // execute overrides
        ctx.override({
            zodSchema: zodSchema,
            jsonSchema: schema,
            path: seen.path ?? [],
        });
    };
    // Flattening walks the whole map and clears each `ref` as it goes, so a second call over the same map is a no-op scan. Skip it outright once it has run for a registry conversion.
    if (!ctx.external || ctx.sharedEmitDoneFor !== ctx.external) {
        for (const entry of [...ctx.seen.entries()].reverse()) {
            flattenRef(entry[0]);
        }
        if (ctx.target !== "openapi-3.0") {
            for (const entry of ctx.seen.entries()) {
                compactTypeUnion(entry[1].def ?? entry[1].schema);
            }
        }
        for (const rewrite of ctx.deferred)
            rewrite();
        // After flattening, every member that was extracted is a `$ref`, so the fold sees the final shape. A schema that inherits an intersection — through `z.lazy`, or any `ref` chain — holds the same `allOf` array, so fold by array identity to catch every copy.
        if (ctx.intersections.length) {
            const carriers = new Map();
            for (const seen of ctx.seen.values()) {
                for (const json of [seen.schema, seen.def]) {
                    const allOf = json?.allOf;
                    if (!Array.isArray(allOf))
                        continue;
                    const existing = carriers.get(allOf);
                    if (existing)
                        existing.push(json);
                    else
                        carriers.set(allOf, [json]);
                }
            }
            for (const allOf of ctx.intersections) {
                for (const json of carriers.get(allOf) ?? [])
                    foldIntersection(json);
            }
        }
    }
    const result = {};
    if (ctx.target === "draft-2020-12") {
        result.$schema = "https://json-schema.org/draft/2020-12/schema";
    }
    else if (ctx.target === "draft-07") {
        result.$schema = "http://json-schema.org/draft-07/schema#";
    }
    else if (ctx.target === "draft-04") {
        result.$schema = "http://json-schema.org/draft-04/schema#";
    }
    else if (ctx.target === "openapi-3.0") ;
    else ;
    if (ctx.external?.uri) {
        const id = ctx.external.registry.get(schema)?.id;
        if (!id)
            throw new Error("Schema is missing an `id` property");
        result.$id = ctx.external.uri(id);
    }
    // when the root was extracted into $defs, `root.schema` is the `$ref` wrapper and `root.def` is the body that now lives under $defs
    assignProps(result, root.defId ? root.schema : (root.def ?? root.schema));
    // The `id` in `.meta()` is a Zod-specific registration tag used to extract schemas into $defs — it is not user-facing JSON Schema metadata. Strip it from the output body where it would otherwise leak. The id is preserved implicitly via the $defs key (and via $ref paths).
    const rootMetaId = ctx.metadataRegistry.get(schema)?.id;
    if (rootMetaId !== undefined && result.id === rootMetaId)
        delete result.id;
    // build defs object. With `external`, `defs` is the shared object every schema writes into, so the same entries are reassigned on every call. Without it, `defs` is fresh per call and must be rebuilt.
    const defs = ctx.external?.defs ?? {};
    if (!ctx.external || ctx.sharedEmitDoneFor !== ctx.external) {
        for (const entry of ctx.seen.entries()) {
            const seen = entry[1];
            if (seen.def && seen.defId) {
                if (seen.def.id === seen.defId)
                    delete seen.def.id;
                assignProp(defs, seen.defId, seen.def);
            }
        }
    }
    if (ctx.external)
        ctx.sharedEmitDoneFor = ctx.external;
    // set definitions in result
    if (ctx.external) ;
    else {
        if (Object.keys(defs).length > 0) {
            if (ctx.target === "draft-2020-12") {
                result.$defs = defs;
            }
            else {
                result.definitions = defs;
            }
        }
    }
    try {
        // this "finalizes" this schema and ensures all cycles are removed each call to finalize() is functionally independent though the seen map is shared
        const finalized = JSON.parse(JSON.stringify(result));
        Object.defineProperty(finalized, "~standard", {
            value: {
                ...schema["~standard"],
                jsonSchema: {
                    input: createStandardJSONSchemaMethod(schema, "input", ctx.processors),
                    output: createStandardJSONSchemaMethod(schema, "output", ctx.processors),
                },
            },
            enumerable: false,
            writable: false,
        });
        return finalized;
    }
    catch (_err) {
        throw new Error("Error converting schema to JSON.");
    }
}
function isTransforming(_schema, _ctx) {
    const ctx = _ctx ?? { seen: new Set() };
    if (ctx.seen.has(_schema))
        return false;
    ctx.seen.add(_schema);
    const def = _schema._zod.def;
    if (def.type === "transform")
        return true;
    if (def.type === "array")
        return isTransforming(def.element, ctx);
    if (def.type === "set")
        return isTransforming(def.valueType, ctx);
    if (def.type === "lazy")
        return isTransforming(def.getter(), ctx);
    if (def.type === "promise" ||
        def.type === "optional" ||
        def.type === "nonoptional" ||
        def.type === "nullable" ||
        def.type === "readonly" ||
        def.type === "default" ||
        def.type === "prefault" ||
        def.type === "catch") {
        return isTransforming(def.innerType, ctx);
    }
    if (def.type === "intersection") {
        return isTransforming(def.left, ctx) || isTransforming(def.right, ctx);
    }
    if (def.type === "record" || def.type === "map") {
        return isTransforming(def.keyType, ctx) || isTransforming(def.valueType, ctx);
    }
    if (def.type === "pipe") {
        if (_schema._zod.traits.has("$ZodCodec"))
            return true;
        return isTransforming(def.in, ctx) || isTransforming(def.out, ctx);
    }
    if (def.type === "object") {
        for (const key in def.shape) {
            if (isTransforming(def.shape[key], ctx))
                return true;
        }
        return false;
    }
    if (def.type === "union") {
        for (const option of def.options) {
            if (isTransforming(option, ctx))
                return true;
        }
        return false;
    }
    if (def.type === "tuple") {
        for (const item of def.items) {
            if (isTransforming(item, ctx))
                return true;
        }
        if (def.rest && isTransforming(def.rest, ctx))
            return true;
        return false;
    }
    return false;
}
/**
 * Creates a toJSONSchema method for a schema instance.
 * This encapsulates the logic of initializing context, processing, extracting defs, and finalizing.
 */
const createToJSONSchemaMethod = (schema, processors = {}) => (params) => {
    const ctx = initializeContext({ ...params, processors });
    processSchema(schema, ctx);
    extractDefs(ctx, schema);
    return finalize(ctx, schema);
};
const createStandardJSONSchemaMethod = (schema, io, processors = {}) => (params) => {
    const { libraryOptions, target } = params ?? {};
    const ctx = initializeContext({ ...(libraryOptions ?? {}), target, io, processors });
    processSchema(schema, ctx);
    extractDefs(ctx, schema);
    return finalize(ctx, schema);
};

const narrowMin = (agg, key, value) => {
    if (agg[key] === undefined || value > agg[key])
        agg[key] = value;
};
const narrowMax = (agg, key, value) => {
    if (agg[key] === undefined || value < agg[key])
        agg[key] = value;
};
const narrowBoth = (agg, value) => {
    narrowMin(agg, "minimum", value);
    narrowMax(agg, "maximum", value);
};
const addDivisor = (agg, value) => {
    agg.multipleOf ?? (agg.multipleOf = []);
    if (!agg.multipleOf.includes(value))
        agg.multipleOf.push(value);
};
const addPattern = (agg, pattern) => {
    agg.patterns ?? (agg.patterns = new Set());
    agg.patterns.add(pattern);
};
const intersectMime = (agg, mime) => {
    agg.mime = agg.mime ? agg.mime.filter((m) => mime.includes(m)) : [...mime];
};
// last-wins, matching the bag's historical write order; the flag keeps an integer format from being lost to a later float one
const setFormat = (agg, format) => {
    agg.format = format;
    if (format.includes("int"))
        agg.isInt = true;
};
const minContributor = (agg, def) => narrowMin(agg, "minimum", def.minimum);
const maxContributor = (agg, def) => narrowMax(agg, "maximum", def.maximum);
const formatContributor = (ranges) => (agg, def) => {
    setFormat(agg, def.format);
    const [minimum, maximum] = ranges[def.format];
    narrowMin(agg, "minimum", minimum);
    narrowMax(agg, "maximum", maximum);
};
const contributors = {
    greater_than: (agg, def) => narrowMin(agg, def.inclusive ? "minimum" : "exclusiveMinimum", def.value),
    less_than: (agg, def) => narrowMax(agg, def.inclusive ? "maximum" : "exclusiveMaximum", def.value),
    multiple_of: (agg, def) => addDivisor(agg, def.value),
    number_format: formatContributor(NUMBER_FORMAT_RANGES),
    bigint_format: formatContributor(BIGINT_FORMAT_RANGES),
    min_length: minContributor,
    max_length: maxContributor,
    length_equals: (agg, def) => narrowBoth(agg, def.length),
    min_size: minContributor,
    max_size: maxContributor,
    size_equals: (agg, def) => narrowBoth(agg, def.size),
    string_format: (agg, def) => {
        setFormat(agg, def.format);
        if (def.pattern)
            addPattern(agg, def.pattern);
        if (def.format === "base64" || def.format === "base64url")
            agg.contentEncoding = def.format;
        if (def.local || def.precision === -1)
            agg.laxFormat = true;
    },
    mime_type: (agg, def) => intersectMime(agg, def.mime),
};
function aggregateChecks(schema) {
    const agg = {};
    const def = schema._zod.def;
    // a format schema is its own first check, same rule as $ZodType init
    const list = schema._zod.traits.has("$ZodCheck")
        ? [schema, ...(def.checks ?? [])]
        : (def.checks ?? []);
    for (const ch of list)
        contributors[ch._zod.def.check]?.(agg, ch._zod.def);
    // reconcile with the bag so third-party onattach contributions still land; first-party residue is never tighter than the fold, so merging it back is idempotent for one and additive for the other
    const bag = schema._zod.bag;
    if (bag.minimum !== undefined)
        narrowMin(agg, "minimum", bag.minimum);
    if (bag.exclusiveMinimum !== undefined)
        narrowMin(agg, "exclusiveMinimum", bag.exclusiveMinimum);
    if (bag.maximum !== undefined)
        narrowMax(agg, "maximum", bag.maximum);
    if (bag.exclusiveMaximum !== undefined)
        narrowMax(agg, "exclusiveMaximum", bag.exclusiveMaximum);
    if (bag.multipleOf !== undefined)
        addDivisor(agg, bag.multipleOf);
    if (bag.format !== undefined) {
        agg.format ?? (agg.format = bag.format);
        if (bag.format.includes("int"))
            agg.isInt = true;
    }
    if (bag.mime)
        intersectMime(agg, bag.mime);
    for (const pattern of bag.patterns ?? [])
        addPattern(agg, pattern);
    return agg;
}
const formatMap = {
    guid: "uuid",
    url: "uri",
    datetime: "date-time",
    json_string: "json-string",
    regex: "", // do not set
};
// ==================== SIMPLE TYPE PROCESSORS ====================
// the runtime patterns are lax so parse paths never overflow the regex stack; the emitted schema swaps in the exact block forms, which zod itself never executes
const exactPatterns = new Map([
    [base64Charset, base64],
    [base64urlCharset, base64url],
]);
const exactPattern = (p) => exactPatterns.get(p) ?? p;
const stringProcessor = (schema, ctx, _json, _params) => {
    const json = _json;
    json.type = "string";
    const { minimum, maximum, format, patterns, contentEncoding, laxFormat } = aggregateChecks(schema);
    if (typeof minimum === "number")
        json.minLength = minimum;
    if (typeof maximum === "number")
        json.maxLength = maximum;
    // custom pattern overrides format
    if (format) {
        json.format = formatMap[format] ?? format;
        if (json.format === "")
            delete json.format; // empty format is not valid
        // `z.iso.time()` is never full-time, and `laxFormat` carries the datetime shapes that also accept what their keyword forbids
        if (format === "time" || laxFormat) {
            delete json.format;
        }
    }
    if (contentEncoding)
        json.contentEncoding = contentEncoding;
    if (patterns && patterns.size > 0) {
        const patternList = [...patterns].map(exactPattern);
        if (patternList.length === 1)
            json.pattern = patternList[0].source;
        else if (patternList.length > 1) {
            json.allOf = [
                ...patternList.map((regex) => ({
                    ...(ctx.target === "draft-07" || ctx.target === "draft-04" || ctx.target === "openapi-3.0"
                        ? { type: "string" }
                        : {}),
                    pattern: regex.source,
                })),
            ];
        }
    }
};
const numberProcessor = (schema, ctx, _json, params) => {
    const json = _json;
    const { minimum, maximum, multipleOf, exclusiveMaximum, exclusiveMinimum, isInt } = aggregateChecks(schema);
    json.type = isInt ? "integer" : "number";
    // when both minimum and exclusiveMinimum exist, pick the more restrictive one
    const exMin = typeof exclusiveMinimum === "number" && exclusiveMinimum >= (minimum ?? Number.NEGATIVE_INFINITY);
    const exMax = typeof exclusiveMaximum === "number" && exclusiveMaximum <= (maximum ?? Number.POSITIVE_INFINITY);
    const legacy = ctx.target === "draft-04" || ctx.target === "openapi-3.0";
    if (exMin) {
        if (legacy) {
            json.minimum = exclusiveMinimum;
            json.exclusiveMinimum = true;
        }
        else {
            json.exclusiveMinimum = exclusiveMinimum;
        }
    }
    else if (typeof minimum === "number") {
        json.minimum = minimum;
    }
    if (exMax) {
        if (legacy) {
            json.maximum = exclusiveMaximum;
            json.exclusiveMaximum = true;
        }
        else {
            json.exclusiveMaximum = exclusiveMaximum;
        }
    }
    else if (typeof maximum === "number") {
        json.maximum = maximum;
    }
    if (multipleOf) {
        // JSON Schema requires a divisor strictly greater than zero, and a non-finite one does not survive JSON at all. A negative divisor accepts exactly what its absolute value accepts, so it still maps; zero, NaN and Infinity have no keyword form.
        const divisors = new Set();
        for (const divisor of multipleOf) {
            if (Number.isFinite(divisor) && divisor !== 0)
                divisors.add(Math.abs(divisor));
            else
                handleUnrepresentable(schema, ctx, json, params, `A multipleOf divisor of ${divisor} cannot be represented in JSON Schema`);
        }
        // chained divisors are a conjunction the keyword cannot carry alone, so extras ride an allOf, same as stacked patterns
        const [first, ...rest] = divisors;
        if (first !== undefined)
            json.multipleOf = first;
        if (rest.length)
            json.allOf = [...(json.allOf ?? []), ...rest.map((m) => ({ multipleOf: m }))];
    }
};
const booleanProcessor = (_schema, _ctx, json, _params) => {
    json.type = "boolean";
};
const neverProcessor = (_schema, _ctx, json, _params) => {
    json.not = {};
};
const unknownProcessor = (_schema, _ctx, _json, _params) => {
    // empty schema accepts anything
};
const enumProcessor = (schema, _ctx, json, _params) => {
    const def = schema._zod.def;
    const values = getEnumValues(def.entries);
    // an empty enum accepts nothing, same as z.never()
    if (values.length === 0) {
        json.not = {};
        return;
    }
    // Number enums can have both string and number values
    if (values.every((v) => typeof v === "number"))
        json.type = "number";
    if (values.every((v) => typeof v === "string"))
        json.type = "string";
    json.enum = values;
};
const literalProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    // a literal with no values accepts nothing, same as z.never()
    if (def.values.length === 0) {
        json.not = {};
        return;
    }
    const vals = [];
    for (const val of def.values) {
        if (val === undefined) {
            // a custom schema replaces the whole literal, so there is nothing left to accumulate
            if (handleUnrepresentable(schema, ctx, json, params, "Literal `undefined` cannot be represented in JSON Schema"))
                return;
            // otherwise do not add to vals
        }
        else if (typeof val === "bigint") {
            if (handleUnrepresentable(schema, ctx, json, params, "BigInt literals cannot be represented in JSON Schema"))
                return;
            vals.push(Number(val));
        }
        else {
            vals.push(val);
        }
    }
    if (vals.length === 0) ;
    else if (vals.length === 1) {
        const val = vals[0];
        json.type = val === null ? "null" : typeof val;
        if (ctx.target === "draft-04" || ctx.target === "openapi-3.0") {
            json.enum = [val];
        }
        else {
            json.const = val;
        }
    }
    else {
        if (vals.every((v) => typeof v === "number"))
            json.type = "number";
        if (vals.every((v) => typeof v === "string"))
            json.type = "string";
        if (vals.every((v) => typeof v === "boolean"))
            json.type = "boolean";
        if (vals.every((v) => v === null))
            json.type = "null";
        json.enum = vals;
    }
};
const customProcessor = (schema, ctx, json, params) => {
    handleUnrepresentable(schema, ctx, json, params, "Custom types cannot be represented in JSON Schema");
};
const transformProcessor = (schema, ctx, json, params) => {
    handleUnrepresentable(schema, ctx, json, params, "Transforms cannot be represented in JSON Schema");
};
// ==================== COMPOSITE TYPE PROCESSORS ====================
const arrayProcessor = (schema, ctx, _json, params) => {
    const json = _json;
    const def = schema._zod.def;
    const { minimum, maximum } = aggregateChecks(schema);
    if (typeof minimum === "number")
        json.minItems = minimum;
    if (typeof maximum === "number")
        json.maxItems = maximum;
    json.type = "array";
    json.items = processSchema(def.element, ctx, {
        ...params,
        path: [...params.path, "items"],
    });
};
// Transform and catch set `optin = "optional"` at runtime so the parser lets them observe an
// absent key, but their declared input type stays required. An input JSON Schema describes the
// declared type, so resolve past them to the schema that actually carries the optionality.
// Used by both `objectProcessor` (for `required`) and `tupleProcessor` (for `minItems`); see
// wiki/optionality.md, "The JSON Schema emitter reads the *static* value".
function inputOptin(schema) {
    const def = schema._zod.def;
    if (def.type === "pipe" && def.in._zod.traits.has("$ZodTransform")) {
        return inputOptin(def.out);
    }
    if (def.type === "catch") {
        return inputOptin(def.innerType);
    }
    return schema._zod.optin;
}
const objectProcessor = (schema, ctx, _json, params) => {
    const json = _json;
    const def = schema._zod.def;
    const shape = def.shape;
    // dropping it while still emitting `additionalProperties: false` would emit a schema that rejects data this one requires
    const symbolKeys = Object.getOwnPropertySymbols(shape);
    if (symbolKeys.length &&
        handleUnrepresentable(schema, ctx, json, params, "Symbol keys cannot be represented in JSON Schema")) {
        return;
    }
    json.type = "object";
    json.properties = {};
    for (const key in shape) {
        // assignProp so a __proto__ key becomes an own property instead of hitting the inherited setter on the plain {} we build into
        assignProp(json.properties, key, processSchema(shape[key], ctx, {
            ...params,
            path: [...params.path, "properties", key],
        }));
    }
    // required keys
    const requiredKeys = [];
    for (const key of Object.keys(shape)) {
        const field = def.shape[key];
        if (ctx.io === "input" ? inputOptin(field) === undefined : field._zod.optout === undefined) {
            requiredKeys.push(key);
        }
    }
    if (requiredKeys.length > 0) {
        json.required = requiredKeys;
    }
    // catchall
    if (def.catchall?._zod.def.type === "never") {
        // strict
        json.additionalProperties = false;
    }
    else if (!def.catchall) {
        // regular
        if (ctx.io === "output")
            json.additionalProperties = false;
    }
    else if (def.catchall) {
        json.additionalProperties = processSchema(def.catchall, ctx, {
            ...params,
            path: [...params.path, "additionalProperties"],
        });
    }
};
const unionProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    // Exclusive unions (inclusive === false) use oneOf (exactly one match) instead of anyOf (one or more matches). This includes both z.xor() and discriminated unions
    const isExclusive = def.inclusive === false;
    const options = def.options.map((x, i) => processSchema(x, ctx, {
        ...params,
        path: [...params.path, isExclusive ? "oneOf" : "anyOf", i],
    }));
    if (isExclusive) {
        json.oneOf = options;
    }
    else {
        json.anyOf = options;
    }
};
const intersectionProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    const a = processSchema(def.left, ctx, {
        ...params,
        path: [...params.path, "allOf", 0],
    });
    const b = processSchema(def.right, ctx, {
        ...params,
        path: [...params.path, "allOf", 1],
    });
    const isSimpleIntersection = (val) => "allOf" in val && Object.keys(val).length === 1;
    const allOf = [
        ...(isSimpleIntersection(a) ? a.allOf : [a]),
        ...(isSimpleIntersection(b) ? b.allOf : [b]),
    ];
    json.allOf = allOf;
    // Recorded innermost first, so a nested intersection has already folded by the time this one is considered. The array is the handle rather than the schema, because a wrapper that inherits this schema shares the same array; `finalize` folds every object holding it. See `foldIntersection`.
    ctx.intersections.push(allOf);
};
/** JSON object keys are always strings, so a numeric record key schema is re-expressed over the
 * numeric-string form the record parser matches. Deferred to `finalize`, after the flatten: a key
 * behind a wrapper only carries its own `type` before then, and a union key only has its branches.
 *
 * A numeric bound cannot apply to a property name, so `minimum` and its siblings are dropped rather
 * than carried over: keeping them beside `type: "string"` reproduces the match-nothing schema this
 * exists to fix. A key that carries one therefore emits wider than the record parses — `z.record(z.number().min(5), V)`
 * accepts `"3"` — which is the deliberate trade, since throwing on it would reject an ordinary schema
 * outright. */
function stringifyKeyNames(bySchema, json, visited) {
    // an extracted key that rewrites cannot go on sharing its definition — the string form a key position needs is not the number form every other reference wants — so it inlines. One that does not rewrite keeps the `$ref`.
    if (json.$ref) {
        // a recursive key holds its own reference inside its definition, so a node already on the path is left alone rather than resolved again
        if (visited.has(json))
            return json;
        visited.add(json);
        const def = bySchema.get(json)?.def;
        if (!def)
            return json;
        const inlined = stringifyKeyNames(bySchema, def, visited);
        return inlined === def ? json : inlined;
    }
    for (const keyword of ["anyOf", "oneOf"]) {
        const branches = json[keyword];
        if (!Array.isArray(branches))
            continue;
        const mapped = branches.map((branch) => stringifyKeyNames(bySchema, branch, visited));
        // rebuilding regardless would detach a key that had nothing to re-express, dropping its `$ref` and leaking the internal `id`
        if (mapped.some((branch, i) => branch !== branches[i]))
            json = { ...json, [keyword]: mapped };
    }
    // a member that already admits a string leaves the key unconstrained, so the node's own type re-expresses only when every member is numeric
    const types = Array.isArray(json.type) ? json.type : [json.type];
    const numericType = !types.includes("string") && types.some((t) => t === "number" || t === "integer");
    // a heterogeneous key carries no type at all, so its numeric members are caught here instead
    const values = json.enum ?? (json.const !== undefined ? [json.const] : undefined);
    if (!numericType && !values?.some((v) => typeof v === "number"))
        return json;
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf, format, id, ...rest } = json;
    if (rest.enum)
        rest.enum = rest.enum.map((v) => (typeof v === "number" ? String(v) : v));
    else if (typeof rest.const === "number")
        rest.const = String(rest.const);
    // a heterogeneous key keeps its absent type: the stringified members already say what a key may be
    if (!numericType)
        return rest;
    rest.type = "string";
    if (!values)
        rest.pattern = (types.includes("number") ? number$1 : integer$1).source;
    return rest;
}
/** Every record of one conversion, so the carriers are found in a single pass rather than once per record. */
const pendingRecords = new WeakMap();
function rewriteKeyNames(ctx) {
    // an extracted key is resolved by the object `extractToDef` left in its place, so the map is built once rather than searched per reference. `_zod.toJSONSchema` can hand the same object to two schemas, so the first entry carrying a body wins, as a search would have found it.
    const bySchema = new Map();
    for (const entry of ctx.seen.values()) {
        if (entry.def && !bySchema.has(entry.schema))
            bySchema.set(entry.schema, entry);
    }
    const rewrites = new Map();
    for (const record of pendingRecords.get(ctx) ?? []) {
        const seen = ctx.seen.get(record);
        const names = (seen?.def ?? seen?.schema)?.propertyNames;
        if (!names || names === true || rewrites.has(names))
            continue;
        const rewritten = stringifyKeyNames(bySchema, names, new Set());
        if (rewritten !== names)
            rewrites.set(names, rewritten);
    }
    if (!rewrites.size)
        return;
    // the flatten has already copied each record's own properties onto every wrapper by reference, and an extracted body is another such copy, so every carrier holding a rewritten key is updated together
    for (const entry of ctx.seen.values()) {
        for (const carrier of [entry.schema, entry.def]) {
            const rewritten = carrier && rewrites.get(carrier.propertyNames);
            if (rewritten)
                carrier.propertyNames = rewritten;
        }
    }
}
const recordProcessor = (schema, ctx, _json, params) => {
    const json = _json;
    const def = schema._zod.def;
    json.type = "object";
    // For looseRecord with regex patterns, use patternProperties. This correctly represents "only validate keys matching the pattern" semantics and composes well with allOf (intersections)
    const keyType = def.keyType;
    const patterns = aggregateChecks(keyType).patterns;
    if (def.mode === "loose" && patterns && patterns.size > 0) {
        // Use patternProperties for looseRecord with regex patterns
        const valueSchema = processSchema(def.valueType, ctx, {
            ...params,
            path: [...params.path, "patternProperties", "*"],
        });
        json.patternProperties = {};
        for (const pattern of patterns) {
            assignProp(json.patternProperties, exactPattern(pattern).source, valueSchema);
        }
    }
    else {
        // Default behavior: use propertyNames + additionalProperties
        if (ctx.target === "draft-07" || ctx.target === "draft-2020-12") {
            json.propertyNames = processSchema(def.keyType, ctx, {
                ...params,
                path: [...params.path, "propertyNames"],
            });
            let pending = pendingRecords.get(ctx);
            if (!pending) {
                pending = [];
                pendingRecords.set(ctx, pending);
                ctx.deferred.push(() => rewriteKeyNames(ctx));
            }
            pending.push(schema);
        }
        json.additionalProperties = processSchema(def.valueType, ctx, {
            ...params,
            path: [...params.path, "additionalProperties"],
        });
    }
    // Add required for keys with discrete values (enum, literal, etc.)
    const keyValues = keyType._zod.values;
    // Every key shares one value schema, so an optional-in value makes the whole key set omittable on input. Output keeps them: the exhaustive branch assigns every key, even one whose value came back undefined.
    const omittableOnInput = ctx.io === "input" && inputOptin(def.valueType) !== undefined;
    if (keyValues && !def.partial && !omittableOnInput) {
        const validKeyValues = [...keyValues].filter((v) => typeof v === "string" || typeof v === "number");
        if (validKeyValues.length > 0) {
            json.required = validKeyValues.map(String);
        }
    }
};
const nullableProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    const inner = processSchema(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    if (ctx.target === "openapi-3.0") {
        seen.ref = def.innerType;
        json.nullable = true;
    }
    else {
        json.anyOf = [inner, { type: "null" }];
    }
};
const nonoptionalProcessor = (schema, ctx, _json, params) => {
    const def = schema._zod.def;
    processSchema(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
};
/** Round-trips a default value through JSON so the emitted schema is guaranteed to be valid JSON.
 * A BigInt has no reliable encoding, so it goes through `unrepresentable` like any other
 * unrepresentable value. Returns a sentinel when the caller must not write a default of its own. */
const UNREPRESENTABLE_DEFAULT = Symbol();
function serializeDefaultValue(value, schema, ctx, json, params) {
    let unrepresentable = false;
    const serialized = JSON.stringify(value, (_, val) => {
        if (typeof val !== "bigint")
            return val;
        unrepresentable = true;
        return null;
    });
    if (!unrepresentable)
        return JSON.parse(serialized);
    handleUnrepresentable(schema, ctx, json, params, "BigInt defaults cannot be represented in JSON Schema");
    return UNREPRESENTABLE_DEFAULT;
}
const defaultProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    processSchema(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
    const value = serializeDefaultValue(def.defaultValue, schema, ctx, json, params);
    if (value !== UNREPRESENTABLE_DEFAULT)
        json.default = value;
};
const prefaultProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    processSchema(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
    if (ctx.io !== "input")
        return;
    const value = serializeDefaultValue(def.defaultValue, schema, ctx, json, params);
    if (value !== UNREPRESENTABLE_DEFAULT)
        json._prefault = value;
};
const catchProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    processSchema(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
    let catchValue;
    try {
        catchValue = def.catchValue(undefined);
    }
    catch {
        handleUnrepresentable(schema, ctx, json, params, "Dynamic catch values are not supported in JSON Schema");
        return;
    }
    json.default = catchValue;
};
const pipeProcessor = (schema, ctx, _json, params) => {
    const def = schema._zod.def;
    const inIsTransform = def.in._zod.traits.has("$ZodTransform");
    const innerType = ctx.io === "input" ? (inIsTransform ? def.out : def.in) : def.out;
    processSchema(innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = innerType;
};
const readonlyProcessor = (schema, ctx, json, params) => {
    const def = schema._zod.def;
    processSchema(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
    json.readOnly = true;
};
const optionalProcessor = (schema, ctx, _json, params) => {
    const def = schema._zod.def;
    processSchema(def.innerType, ctx, params);
    const seen = ctx.seen.get(schema);
    seen.ref = def.innerType;
};

/* Prototypes that already carry the lazy helper methods. Seeded with the
 * intrinsics so that `init` on a foreign object — it accepts any object —
 * can never install an accessor onto a prototype we do not own. */
const _installedErrorProtos = /* @__PURE__ */ new WeakSet([Object.prototype, Error.prototype]);
/* Helper methods live as non-enumerable lazy getters on the shared
 * prototype instead of own properties on every instance. On first
 * access the getter allocates the per-instance closure and caches it
 * as a non-enumerable own property, so detached usage still works and
 * the allocation only happens for methods actually touched. */
function _lazyMethod(proto, key, make) {
    Object.defineProperty(proto, key, {
        configurable: true,
        enumerable: false,
        get() {
            const value = make(this);
            Object.defineProperty(this, key, { value, configurable: true, writable: true });
            return value;
        },
        set(value) {
            Object.defineProperty(this, key, { value, configurable: true, writable: true });
        },
    });
}
const initializer = (inst, issues) => {
    $ZodError.init(inst, issues);
    inst.name = "ZodError";
    const proto = Object.getPrototypeOf(inst);
    if (_installedErrorProtos.has(proto))
        return;
    _installedErrorProtos.add(proto);
    _lazyMethod(proto, "format", (self) => (mapper) => formatError(self, mapper));
    _lazyMethod(proto, "flatten", (self) => (mapper) => flattenError(self, mapper));
    _lazyMethod(proto, "addIssue", (self) => (issue) => {
        self.issues.push(issue);
        self.message = JSON.stringify(self.issues, jsonStringifyReplacer, 2);
    });
    _lazyMethod(proto, "addIssues", (self) => (issues) => {
        self.issues.push(...issues);
        self.message = JSON.stringify(self.issues, jsonStringifyReplacer, 2);
    });
    Object.defineProperty(proto, "isEmpty", {
        configurable: true,
        enumerable: false,
        get() {
            return this.issues.length === 0;
        },
    });
};
const ZodRealError = /*@__PURE__*/ $constructor("ZodError", initializer, undefined, {
    Parent: Error,
});
// /** @deprecated Use `z.core.$ZodErrorMapCtx` instead. */
// export type ErrorMapCtx = core.$ZodErrorMapCtx;

const parse$1 = /* @__PURE__ */ _parse(ZodRealError);
const parseAsync = /* @__PURE__ */ _parseAsync(ZodRealError);
const safeParse = /* @__PURE__ */ _safeParse(ZodRealError);
const safeParseAsync = /* @__PURE__ */ _safeParseAsync(ZodRealError);
// Codec functions
const encode = /* @__PURE__ */ _encode(ZodRealError);
const decode = /* @__PURE__ */ _decode(ZodRealError);
const encodeAsync = /* @__PURE__ */ _encodeAsync(ZodRealError);
const decodeAsync = /* @__PURE__ */ _decodeAsync(ZodRealError);
const safeEncode = /* @__PURE__ */ _safeEncode(ZodRealError);
const safeDecode = /* @__PURE__ */ _safeDecode(ZodRealError);
const safeEncodeAsync = /* @__PURE__ */ _safeEncodeAsync(ZodRealError);
const safeDecodeAsync = /* @__PURE__ */ _safeDecodeAsync(ZodRealError);

// Register English as the default locale on first ZodType construction. Hooked into the `ZodType` `$constructor` (rather than a top-level `config(en())` in `external.ts`) so bundlers honoring `sideEffects: false` can't tree-shake it out — see #5953, #5725. An explicit `z.config(z.locales.xx())` call wins regardless of order, since this only sets the default when none is present.
function _ensureDefaultLocale() {
    if (!globalConfig.localeError)
        config(en());
}
// the default memoizer is read by the core container init, which runs before `ZodType.init`, so each container calls this first
function _ensureDefaultMemoizer() {
    if (!globalConfig.memoizer)
        config({ memoizer: memoizer() });
}
const ZodType = /*@__PURE__*/ $constructor("ZodType", (inst, def) => {
    _ensureDefaultLocale();
    $ZodType.init(inst, def);
    inst.def = def;
    inst.type = def.type;
    return inst;
}, {
    check(...chks) {
        const def = this.def;
        return this.clone(mergeDefs(def, {
            checks: [
                ...(def.checks ?? []),
                ...chks.map((ch) => typeof ch === "function" ? { _zod: { check: ch, def: { check: "custom" }, onattach: [] } } : ch),
            ],
        }), { parent: true });
    },
    with(...chks) {
        return this.check(...chks);
    },
    clone(def, params) {
        return clone(this, def, params);
    },
    brand() {
        return this;
    },
    register(reg, meta) {
        reg.add(this, meta);
        return this;
    },
    refine(check, params) {
        return this.check(refine(check, params));
    },
    superRefine(refinement, params) {
        return this.check(superRefine(refinement, params));
    },
    overwrite(fn) {
        return this.check(_overwrite(fn));
    },
    optional() {
        return optional(this);
    },
    exactOptional() {
        return exactOptional(this);
    },
    nullable() {
        return nullable$1(this);
    },
    nullish() {
        return optional(nullable$1(this));
    },
    nonoptional(params) {
        return nonoptional(this, params);
    },
    array() {
        return array(this);
    },
    or(arg) {
        return union([this, arg]);
    },
    and(arg) {
        return intersection(this, arg);
    },
    transform(tx) {
        return pipe(this, transform(tx));
    },
    default(d) {
        return _default(this, d);
    },
    prefault(d) {
        return prefault(this, d);
    },
    catch(params) {
        return _catch(this, params);
    },
    pipe(target) {
        return pipe(this, target);
    },
    readonly() {
        return readonly(this);
    },
    describe(description) {
        const cl = this.clone();
        globalRegistry.add(cl, { description });
        return cl;
    },
    meta(...args) {
        // overloaded: meta() returns the registered metadata, meta(data) returns a clone with `data` registered. The mapped type picks up the second overload, so we accept variadic any-args and return `any` to satisfy both at runtime.
        if (args.length === 0)
            return globalRegistry.get(this);
        const cl = this.clone();
        globalRegistry.add(cl, args[0]);
        return cl;
    },
    isOptional() {
        return this.safeParse(undefined).success;
    },
    isNullable() {
        return this.safeParse(null).success;
    },
    apply(fn, ...args) {
        return args.length === 0 ? fn(this) : fn(this, ...args);
    },
    // Overrides core's `~standard` to add `jsonSchema`. Must stay a prototype entry: redefining it per instance demotes instances to dictionary mode.
    get "~standard"() {
        return hide(this, "~standard", {
            ...standardProps(this),
            jsonSchema: {
                input: createStandardJSONSchemaMethod(this, "input"),
                output: createStandardJSONSchemaMethod(this, "output"),
            },
        });
    },
    set "~standard"(value) {
        own(this, "~standard", value);
    },
    parse: function _parse(data, params) {
        return parse$1(this, data, params, { callee: _parse });
    },
    parseAsync: async function _parseAsync(data, params) {
        return await parseAsync(this, data, params, { callee: _parseAsync });
    },
    safeParse(data, params) {
        return safeParse(this, data, params);
    },
    async safeParseAsync(data, params) {
        return safeParseAsync(this, data, params);
    },
    // `spa` is an alias: same function object as `safeParseAsync`, as before.
    get spa() {
        return this?.safeParseAsync;
    },
    set spa(value) {
        own(this, "spa", value);
    },
    validate(data, params) {
        return validate$1(this, data, params);
    },
    validateAsync(data, params) {
        return validateAsync$1(this, data, params);
    },
    encode: function _encode(data, params) {
        return encode(this, data, params, { callee: _encode });
    },
    decode: function _decode(data, params) {
        return decode(this, data, params, { callee: _decode });
    },
    encodeAsync: async function _encodeAsync(data, params) {
        return await encodeAsync(this, data, params, { callee: _encodeAsync });
    },
    decodeAsync: async function _decodeAsync(data, params) {
        return await decodeAsync(this, data, params, { callee: _decodeAsync });
    },
    safeEncode(data, params) {
        return safeEncode(this, data, params);
    },
    safeDecode(data, params) {
        return safeDecode(this, data, params);
    },
    async safeEncodeAsync(data, params) {
        return safeEncodeAsync(this, data, params);
    },
    async safeDecodeAsync(data, params) {
        return safeDecodeAsync(this, data, params);
    },
    toJSONSchema(params) {
        return createToJSONSchemaMethod(this, {})(params);
    },
    // Reads through to the registry on every access, so it must not cache.
    get description() {
        return globalRegistry.get(this)?.description;
    },
    // No setter: `schema._def = x` throws, as it did when `_def` was a non-writable own property.
    get _def() {
        return this._zod.def;
    },
});
/** @internal */
const _ZodString = /*@__PURE__*/ $constructor("_ZodString", (inst, def) => {
    $ZodString.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => stringProcessor(inst, ctx, json);
}, 
/*@__PURE__*/ derived({
    format: (inst) => aggregateChecks(inst).format ?? null,
    minLength: (inst) => aggregateChecks(inst).minimum ?? null,
    maxLength: (inst) => aggregateChecks(inst).maximum ?? null,
}, {
    regex(...args) {
        return this.check(_regex(...args));
    },
    includes(...args) {
        return this.check(_includes(...args));
    },
    startsWith(...args) {
        return this.check(_startsWith(...args));
    },
    endsWith(...args) {
        return this.check(_endsWith(...args));
    },
    min(...args) {
        return this.check(_minLength(...args));
    },
    max(...args) {
        return this.check(_maxLength(...args));
    },
    length(...args) {
        return this.check(_length(...args));
    },
    nonempty(...args) {
        return this.check(_minLength(1, ...args));
    },
    lowercase(params) {
        return this.check(_lowercase(params));
    },
    uppercase(params) {
        return this.check(_uppercase(params));
    },
    trim() {
        return this.check(_trim());
    },
    normalize(...args) {
        return this.check(_normalize(...args));
    },
    toLowerCase() {
        return this.check(_toLowerCase());
    },
    toUpperCase() {
        return this.check(_toUpperCase());
    },
    slugify() {
        return this.check(_slugify());
    },
}));
const ZodString = /*@__PURE__*/ $constructor("ZodString", (inst, def) => {
    $ZodString.init(inst, def);
    _ZodString.init(inst, def);
}, {
    email(params) {
        return this.check(_email(ZodEmail, params));
    },
    url(params) {
        return this.check(_url(ZodURL, params));
    },
    jwt(params) {
        return this.check(_jwt(ZodJWT, params));
    },
    emoji(params) {
        return this.check(_emoji(ZodEmoji, params));
    },
    guid(params) {
        return this.check(_guid(ZodGUID, params));
    },
    uuid(params) {
        return this.check(_uuid(ZodUUID, params));
    },
    uuidv4(params) {
        return this.check(_uuidv4(ZodUUID, params));
    },
    uuidv6(params) {
        return this.check(_uuidv6(ZodUUID, params));
    },
    uuidv7(params) {
        return this.check(_uuidv7(ZodUUID, params));
    },
    nanoid(params) {
        return this.check(_nanoid(ZodNanoID, params));
    },
    cuid(params) {
        return this.check(_cuid(ZodCUID, params));
    },
    cuid2(params) {
        return this.check(_cuid2(ZodCUID2, params));
    },
    ulid(params) {
        return this.check(_ulid(ZodULID, params));
    },
    base64(params) {
        return this.check(_base64(ZodBase64, params));
    },
    base64url(params) {
        return this.check(_base64url(ZodBase64URL, params));
    },
    xid(params) {
        return this.check(_xid(ZodXID, params));
    },
    ksuid(params) {
        return this.check(_ksuid(ZodKSUID, params));
    },
    ipv4(params) {
        return this.check(_ipv4(ZodIPv4, params));
    },
    ipv6(params) {
        return this.check(_ipv6(ZodIPv6, params));
    },
    cidrv4(params) {
        return this.check(_cidrv4(ZodCIDRv4, params));
    },
    cidrv6(params) {
        return this.check(_cidrv6(ZodCIDRv6, params));
    },
    e164(params) {
        return this.check(_e164(ZodE164, params));
    },
    datetime(params) {
        return this.check(_isoDateTime(ZodISODateTime, params));
    },
    date(params) {
        return this.check(_isoDate(ZodISODate, params));
    },
    time(params) {
        return this.check(_isoTime(ZodISOTime, params));
    },
    duration(params) {
        return this.check(_isoDuration(ZodISODuration, params));
    },
});
function string$1(params) {
    return _string(ZodString, params);
}
const ZodStringFormat = /*@__PURE__*/ $constructor("ZodStringFormat", (inst, def) => {
    $ZodStringFormat.init(inst, def);
    _ZodString.init(inst, def);
});
const ZodISODateTime = /*@__PURE__*/ $constructor("ZodISODateTime", (inst, def) => {
    $ZodISODateTime.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodISODate = /*@__PURE__*/ $constructor("ZodISODate", (inst, def) => {
    $ZodISODate.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodISOTime = /*@__PURE__*/ $constructor("ZodISOTime", (inst, def) => {
    $ZodISOTime.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodISODuration = /*@__PURE__*/ $constructor("ZodISODuration", (inst, def) => {
    $ZodISODuration.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodEmail = /*@__PURE__*/ $constructor("ZodEmail", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodEmail.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function email(params) {
    return _email(ZodEmail, params);
}
const ZodGUID = /*@__PURE__*/ $constructor("ZodGUID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodGUID.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodUUID = /*@__PURE__*/ $constructor("ZodUUID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodUUID.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function uuid(params) {
    return _uuid(ZodUUID, params);
}
const ZodURL = /*@__PURE__*/ $constructor("ZodURL", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodURL.init(inst, def);
    ZodStringFormat.init(inst, def);
});
function url(params) {
    return _url(ZodURL, params);
}
const ZodEmoji = /*@__PURE__*/ $constructor("ZodEmoji", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodEmoji.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodNanoID = /*@__PURE__*/ $constructor("ZodNanoID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodNanoID.init(inst, def);
    ZodStringFormat.init(inst, def);
});
/**
 * @deprecated CUID v1 is deprecated by its authors due to information leakage
 * (timestamps embedded in the id). Use {@link ZodCUID2} instead.
 * See https://github.com/paralleldrive/cuid.
 */
const ZodCUID = /*@__PURE__*/ $constructor("ZodCUID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodCUID.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodCUID2 = /*@__PURE__*/ $constructor("ZodCUID2", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodCUID2.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodULID = /*@__PURE__*/ $constructor("ZodULID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodULID.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodXID = /*@__PURE__*/ $constructor("ZodXID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodXID.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodKSUID = /*@__PURE__*/ $constructor("ZodKSUID", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodKSUID.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodIPv4 = /*@__PURE__*/ $constructor("ZodIPv4", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodIPv4.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodIPv6 = /*@__PURE__*/ $constructor("ZodIPv6", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodIPv6.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodCIDRv4 = /*@__PURE__*/ $constructor("ZodCIDRv4", (inst, def) => {
    $ZodCIDRv4.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodCIDRv6 = /*@__PURE__*/ $constructor("ZodCIDRv6", (inst, def) => {
    $ZodCIDRv6.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodBase64 = /*@__PURE__*/ $constructor("ZodBase64", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodBase64.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodBase64URL = /*@__PURE__*/ $constructor("ZodBase64URL", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodBase64URL.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodE164 = /*@__PURE__*/ $constructor("ZodE164", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodE164.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodJWT = /*@__PURE__*/ $constructor("ZodJWT", (inst, def) => {
    // ZodStringFormat.init(inst, def);
    $ZodJWT.init(inst, def);
    ZodStringFormat.init(inst, def);
});
const ZodNumber = /*@__PURE__*/ $constructor("ZodNumber", (inst, def) => {
    $ZodNumber.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => numberProcessor(inst, ctx, json, params);
    inst.isFinite = true;
}, 
/*@__PURE__*/ derived({
    minValue: (inst) => {
        const { minimum, exclusiveMinimum } = aggregateChecks(inst);
        return Math.max(minimum ?? Number.NEGATIVE_INFINITY, exclusiveMinimum ?? Number.NEGATIVE_INFINITY);
    },
    maxValue: (inst) => {
        const { maximum, exclusiveMaximum } = aggregateChecks(inst);
        return Math.min(maximum ?? Number.POSITIVE_INFINITY, exclusiveMaximum ?? Number.POSITIVE_INFINITY);
    },
    isInt: (inst) => {
        const { isInt, multipleOf } = aggregateChecks(inst);
        return !!isInt || !!multipleOf?.some(Number.isSafeInteger);
    },
    format: (inst) => aggregateChecks(inst).format ?? null,
}, {
    gt(value, params) {
        return this.check(_gt(value, params));
    },
    gte(value, params) {
        return this.check(_gte(value, params));
    },
    min(value, params) {
        return this.check(_gte(value, params));
    },
    lt(value, params) {
        return this.check(_lt(value, params));
    },
    lte(value, params) {
        return this.check(_lte(value, params));
    },
    max(value, params) {
        return this.check(_lte(value, params));
    },
    int(params) {
        return this.check(int(params));
    },
    safe(params) {
        return this.check(int(params));
    },
    positive(params) {
        return this.check(_gt(0, params));
    },
    nonnegative(params) {
        return this.check(_gte(0, params));
    },
    negative(params) {
        return this.check(_lt(0, params));
    },
    nonpositive(params) {
        return this.check(_lte(0, params));
    },
    multipleOf(value, params) {
        return this.check(_multipleOf(value, params));
    },
    step(value, params) {
        return this.check(_multipleOf(value, params));
    },
    finite() {
        return this;
    },
}));
function number(params) {
    return _number(ZodNumber, params);
}
const ZodNumberFormat = /*@__PURE__*/ $constructor("ZodNumberFormat", (inst, def) => {
    $ZodNumberFormat.init(inst, def);
    ZodNumber.init(inst, def);
});
function int(params) {
    return _int(ZodNumberFormat, params);
}
const ZodBoolean = /*@__PURE__*/ $constructor("ZodBoolean", (inst, def) => {
    $ZodBoolean.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => booleanProcessor(inst, ctx, json);
});
function boolean(params) {
    return _boolean(ZodBoolean, params);
}
const ZodUnknown = /*@__PURE__*/ $constructor("ZodUnknown", (inst, def) => {
    $ZodUnknown.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => unknownProcessor();
});
function unknown() {
    return _unknown(ZodUnknown);
}
const ZodNever = /*@__PURE__*/ $constructor("ZodNever", (inst, def) => {
    $ZodNever.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => neverProcessor(inst, ctx, json);
});
function never(params) {
    return _never(ZodNever, params);
}
const ZodArray = /*@__PURE__*/ $constructor("ZodArray", (inst, def) => {
    _ensureDefaultMemoizer();
    $ZodArray.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => arrayProcessor(inst, ctx, json, params);
    inst.element = def.element;
}, {
    min(n, params) {
        return this.check(_minLength(n, params));
    },
    nonempty(params) {
        return this.check(_minLength(1, params));
    },
    max(n, params) {
        return this.check(_maxLength(n, params));
    },
    length(n, params) {
        return this.check(_length(n, params));
    },
    unwrap() {
        return this.element;
    },
});
function array(element, params) {
    return _array(ZodArray, element, params);
}
const ZodObject = /*@__PURE__*/ $constructor("ZodObject", (inst, def) => {
    _ensureDefaultMemoizer();
    $ZodObjectJIT.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => objectProcessor(inst, ctx, json, params);
    installLazyProp(inst, "shape", (self) => self._zod.def.shape, false);
}, {
    keyof() {
        return _enum(Object.keys(this._zod.def.shape));
    },
    catchall(catchall) {
        // `mergeDefs` rather than a spread: spreading reads `shape`, and resolving it can mint a whole fresh subtree
        return this.clone(mergeDefs(this._zod.def, { catchall: catchall }));
    },
    passthrough() {
        return this.clone(mergeDefs(this._zod.def, { catchall: unknown() }));
    },
    loose() {
        return this.clone(mergeDefs(this._zod.def, { catchall: unknown() }));
    },
    strict() {
        return this.clone(mergeDefs(this._zod.def, { catchall: never() }));
    },
    strip() {
        return this.clone(mergeDefs(this._zod.def, { catchall: undefined }));
    },
    extend(incoming) {
        return extend(this, incoming);
    },
    safeExtend(incoming) {
        return safeExtend(this, incoming);
    },
    merge(other) {
        return merge(this, other);
    },
    pick(mask) {
        return pick$1(this, mask);
    },
    omit(mask) {
        return omit(this, mask);
    },
    partial(...args) {
        return partial(ZodOptional, this, args[0]);
    },
    exactPartial(...args) {
        return partial(ZodExactOptional, this, args[0], "exactPartial");
    },
    required(...args) {
        return required(ZodNonOptional, this, args[0]);
    },
});
function object(shape, params) {
    const def = {
        type: "object",
        shape: shape ?? {},
        ...normalizeParams(params),
    };
    return new ZodObject(def);
}
// looseObject
function looseObject(shape, params) {
    return new ZodObject({
        type: "object",
        shape,
        catchall: unknown(),
        ...normalizeParams(params),
    });
}
const ZodUnion = /*@__PURE__*/ $constructor("ZodUnion", (inst, def) => {
    $ZodUnion.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => unionProcessor(inst, ctx, json, params);
    inst.options = def.options;
});
function union(options, params) {
    return new ZodUnion({
        type: "union",
        options: options,
        ...normalizeParams(params),
    });
}
const ZodDiscriminatedUnion = /*@__PURE__*/ $constructor("ZodDiscriminatedUnion", (inst, def) => {
    ZodUnion.init(inst, def);
    $ZodDiscriminatedUnion.init(inst, def);
});
function discriminatedUnion(discriminator, options, params) {
    // const [options, params] = args;
    return new ZodDiscriminatedUnion({
        type: "union",
        options: options,
        discriminator,
        ...normalizeParams(params),
    });
}
const ZodIntersection = /*@__PURE__*/ $constructor("ZodIntersection", (inst, def) => {
    $ZodIntersection.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => intersectionProcessor(inst, ctx, json, params);
});
function intersection(left, right) {
    return new ZodIntersection({
        type: "intersection",
        left: left,
        right: right,
    });
}
const ZodRecord = /*@__PURE__*/ $constructor("ZodRecord", (inst, def) => {
    _ensureDefaultMemoizer();
    $ZodRecord.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => recordProcessor(inst, ctx, json, params);
    inst.keyType = def.keyType;
    inst.valueType = def.valueType;
});
function record(keyType, valueType, params) {
    // v3-compat: z.record(valueType, params?) — defaults keyType to z.string()
    if (!valueType || !valueType._zod) {
        return new ZodRecord({
            type: "record",
            keyType: string$1(),
            valueType: keyType,
            ...normalizeParams(valueType),
        });
    }
    return new ZodRecord({
        type: "record",
        keyType,
        valueType: valueType,
        ...normalizeParams(params),
    });
}
const ZodEnum = /*@__PURE__*/ $constructor("ZodEnum", (inst, def) => {
    $ZodEnum.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => enumProcessor(inst, ctx, json);
    inst.enum = def.entries;
    // reuse the parsed value set so a numeric TS enum's reverse-mapping keys stay out
    inst.options = [...inst._zod.values];
    const keys = new Set(Object.keys(def.entries));
    inst.extract = (values, params) => {
        const newEntries = {};
        for (const value of values) {
            if (keys.has(value)) {
                newEntries[value] = def.entries[value];
            }
            else
                throw new Error(`Key ${value} not found in enum`);
        }
        return new ZodEnum({
            ...def,
            checks: [],
            ...normalizeParams(params),
            entries: newEntries,
        });
    };
    inst.exclude = (values, params) => {
        const newEntries = { ...def.entries };
        for (const value of values) {
            if (keys.has(value)) {
                delete newEntries[value];
            }
            else
                throw new Error(`Key ${value} not found in enum`);
        }
        return new ZodEnum({
            ...def,
            checks: [],
            ...normalizeParams(params),
            entries: newEntries,
        });
    };
});
function _enum(values, params) {
    const entries = Array.isArray(values) ? Object.fromEntries(values.map((v) => [v, v])) : values;
    return new ZodEnum({
        type: "enum",
        entries,
        ...normalizeParams(params),
    });
}
const ZodLiteral = /*@__PURE__*/ $constructor("ZodLiteral", (inst, def) => {
    $ZodLiteral.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => literalProcessor(inst, ctx, json, params);
    inst.values = new Set(def.values);
    Object.defineProperty(inst, "value", {
        get() {
            if (def.values.length > 1) {
                throw new Error("This schema contains multiple valid literal values. Use `.values` instead.");
            }
            return def.values[0];
        },
    });
});
function literal(value, params) {
    return new ZodLiteral({
        type: "literal",
        values: Array.isArray(value) ? value : [value],
        ...normalizeParams(params),
    });
}
const ZodTransform = /*@__PURE__*/ $constructor("ZodTransform", (inst, def) => {
    _ensureDefaultMemoizer();
    $ZodTransform.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => transformProcessor(inst, ctx, json, params);
    inst._zod.parse = (payload, _ctx) => {
        if (_ctx.direction === "backward") {
            throw new $ZodEncodeError(inst.constructor.name);
        }
        payload.addIssue = (issue$1) => {
            if (typeof issue$1 === "string") {
                payload.issues.push(issue(issue$1, payload.value, def));
            }
            else {
                // for Zod 3 backwards compatibility
                const _issue = issue$1;
                if (_issue.fatal)
                    _issue.continue = false;
                _issue.code ?? (_issue.code = "custom");
                if (!("input" in _issue))
                    _issue.input = payload.value;
                _issue.inst ?? (_issue.inst = inst);
                // _issue.continue ??= true;
                payload.issues.push(issue(_issue));
            }
        };
        const output = def.transform(payload.value, payload);
        if (output instanceof Promise) {
            return output.then((output) => {
                payload.value = output;
                return payload;
            });
        }
        payload.value = output;
        return payload;
    };
});
function transform(fn) {
    return new ZodTransform({
        type: "transform",
        transform: fn,
    });
}
const ZodOptional = /*@__PURE__*/ $constructor("ZodOptional", (inst, def) => {
    $ZodOptional.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => optionalProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function optional(innerType) {
    return new ZodOptional({
        type: "optional",
        innerType: innerType,
    });
}
const ZodExactOptional = /*@__PURE__*/ $constructor("ZodExactOptional", (inst, def) => {
    $ZodExactOptional.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => optionalProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function exactOptional(innerType) {
    return new ZodExactOptional({
        type: "optional",
        innerType: innerType,
    });
}
const ZodNullable = /*@__PURE__*/ $constructor("ZodNullable", (inst, def) => {
    $ZodNullable.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => nullableProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function nullable$1(innerType) {
    return new ZodNullable({
        type: "nullable",
        innerType: innerType,
    });
}
const ZodDefault = /*@__PURE__*/ $constructor("ZodDefault", (inst, def) => {
    $ZodDefault.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => defaultProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
    inst.removeDefault = inst.unwrap;
});
function _default(innerType, defaultValue) {
    return new ZodDefault({
        type: "default",
        innerType: innerType,
        get defaultValue() {
            return typeof defaultValue === "function" ? defaultValue() : shallowClone(defaultValue);
        },
    });
}
const ZodPrefault = /*@__PURE__*/ $constructor("ZodPrefault", (inst, def) => {
    $ZodPrefault.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => prefaultProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function prefault(innerType, defaultValue) {
    return new ZodPrefault({
        type: "prefault",
        innerType: innerType,
        get defaultValue() {
            return typeof defaultValue === "function" ? defaultValue() : shallowClone(defaultValue);
        },
    });
}
const ZodNonOptional = /*@__PURE__*/ $constructor("ZodNonOptional", (inst, def) => {
    $ZodNonOptional.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => nonoptionalProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function nonoptional(innerType, params) {
    return new ZodNonOptional({
        type: "nonoptional",
        innerType: innerType,
        ...normalizeParams(params),
    });
}
const ZodCatch = /*@__PURE__*/ $constructor("ZodCatch", (inst, def) => {
    $ZodCatch.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => catchProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
    inst.removeCatch = inst.unwrap;
});
function _catch(innerType, catchValue) {
    return new ZodCatch({
        type: "catch",
        innerType: innerType,
        catchValue: (typeof catchValue === "function" ? catchValue : constantCatch(catchValue)),
    });
}
const ZodPipe = /*@__PURE__*/ $constructor("ZodPipe", (inst, def) => {
    $ZodPipe.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => pipeProcessor(inst, ctx, json, params);
    inst.in = def.in;
    inst.out = def.out;
});
function pipe(in_, out) {
    return new ZodPipe({
        type: "pipe",
        in: in_,
        out: out,
        // ...util.normalizeParams(params),
    });
}
const ZodReadonly = /*@__PURE__*/ $constructor("ZodReadonly", (inst, def) => {
    $ZodReadonly.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => readonlyProcessor(inst, ctx, json, params);
    inst.unwrap = () => inst._zod.def.innerType;
});
function readonly(innerType) {
    return new ZodReadonly({
        type: "readonly",
        innerType: innerType,
    });
}
const ZodCustom = /*@__PURE__*/ $constructor("ZodCustom", (inst, def) => {
    $ZodCustom.init(inst, def);
    ZodType.init(inst, def);
    inst._zod.processJSONSchema = (ctx, json, params) => customProcessor(inst, ctx, json, params);
});
function refine(fn, _params = {}) {
    return _refine(ZodCustom, fn, _params);
}
// superRefine
function superRefine(fn, params) {
    return _superRefine(fn, params);
}

function string(params) {
    return _coercedString(ZodString, params);
}

var z = /*#__PURE__*/Object.freeze({
  __proto__: null,
  ZodArray: ZodArray,
  ZodBase64: ZodBase64,
  ZodBase64URL: ZodBase64URL,
  ZodBoolean: ZodBoolean,
  ZodCIDRv4: ZodCIDRv4,
  ZodCIDRv6: ZodCIDRv6,
  ZodCUID: ZodCUID,
  ZodCUID2: ZodCUID2,
  ZodCatch: ZodCatch,
  ZodCustom: ZodCustom,
  ZodDefault: ZodDefault,
  ZodDiscriminatedUnion: ZodDiscriminatedUnion,
  ZodE164: ZodE164,
  ZodEmail: ZodEmail,
  ZodEmoji: ZodEmoji,
  ZodEnum: ZodEnum,
  ZodExactOptional: ZodExactOptional,
  ZodGUID: ZodGUID,
  ZodIPv4: ZodIPv4,
  ZodIPv6: ZodIPv6,
  ZodISODate: ZodISODate,
  ZodISODateTime: ZodISODateTime,
  ZodISODuration: ZodISODuration,
  ZodISOTime: ZodISOTime,
  ZodIntersection: ZodIntersection,
  ZodJWT: ZodJWT,
  ZodKSUID: ZodKSUID,
  ZodLiteral: ZodLiteral,
  ZodNanoID: ZodNanoID,
  ZodNever: ZodNever,
  ZodNonOptional: ZodNonOptional,
  ZodNullable: ZodNullable,
  ZodNumber: ZodNumber,
  ZodNumberFormat: ZodNumberFormat,
  ZodObject: ZodObject,
  ZodOptional: ZodOptional,
  ZodPipe: ZodPipe,
  ZodPrefault: ZodPrefault,
  ZodReadonly: ZodReadonly,
  ZodRealError: ZodRealError,
  ZodRecord: ZodRecord,
  ZodString: ZodString,
  ZodStringFormat: ZodStringFormat,
  ZodTransform: ZodTransform,
  ZodType: ZodType,
  ZodULID: ZodULID,
  ZodURL: ZodURL,
  ZodUUID: ZodUUID,
  ZodUnion: ZodUnion,
  ZodUnknown: ZodUnknown,
  ZodXID: ZodXID,
  _ZodString: _ZodString,
  _default: _default,
  array: array,
  boolean: boolean,
  catch: _catch,
  clone: clone,
  config: config,
  decode: decode,
  decodeAsync: decodeAsync,
  discriminatedUnion: discriminatedUnion,
  email: email,
  encode: encode,
  encodeAsync: encodeAsync,
  endsWith: _endsWith,
  enum: _enum,
  exactOptional: exactOptional,
  flattenError: flattenError,
  formatError: formatError,
  globalRegistry: globalRegistry,
  gt: _gt,
  gte: _gte,
  includes: _includes,
  int: int,
  intersection: intersection,
  length: _length,
  literal: literal,
  looseObject: looseObject,
  lowercase: _lowercase,
  lt: _lt,
  lte: _lte,
  maxLength: _maxLength,
  memoizer: memoizer,
  minLength: _minLength,
  multipleOf: _multipleOf,
  never: never,
  nonoptional: nonoptional,
  normalize: _normalize,
  nullable: nullable$1,
  number: number,
  object: object,
  optional: optional,
  overwrite: _overwrite,
  parse: parse$1,
  parseAsync: parseAsync,
  pipe: pipe,
  prefault: prefault,
  readonly: readonly,
  record: record,
  refine: refine,
  regex: _regex,
  registry: registry,
  safeDecode: safeDecode,
  safeDecodeAsync: safeDecodeAsync,
  safeEncode: safeEncode,
  safeEncodeAsync: safeEncodeAsync,
  safeParse: safeParse,
  safeParseAsync: safeParseAsync,
  slugify: _slugify,
  startsWith: _startsWith,
  string: string$1,
  superRefine: superRefine,
  toLowerCase: _toLowerCase,
  toUpperCase: _toUpperCase,
  transform: transform,
  trim: _trim,
  union: union,
  unknown: unknown,
  uppercase: _uppercase,
  url: url,
  uuid: uuid,
  validate: validate$1,
  validateAsync: validateAsync$1
});

//#region src/zod-typeguard.ts
function isObject(x) {
	return typeof x === "object" && x !== null;
}
function isZod(x) {
	if (!x) return false;
	if (!isObject(x)) return false;
	return typeof x.parse === "function" && typeof x.safeParse === "function" && typeof x.parseAsync === "function" && typeof x.safeParseAsync === "function";
}
var OpenAPIHono = class OpenAPIHono extends Hono {
	openAPIRegistry;
	defaultHook;
	#parentApp;
	constructor(init) {
		super(init);
		this.openAPIRegistry = new OpenAPIRegistry();
		this.defaultHook = init === null || init === void 0 ? void 0 : init.defaultHook;
	}
	#resolveDefaultHook() {
		if (this.defaultHook) return this.defaultHook;
		const seen = /* @__PURE__ */ new Set([this]);
		let parent = this.#parentApp;
		while (parent && !seen.has(parent)) {
			if (parent.defaultHook) return parent.defaultHook;
			seen.add(parent);
			parent = parent.#parentApp;
		}
	}
	/**
	*
	* @param {RouteConfig} route - The route definition which you create with `createRoute()`.
	* @param {Handler} handler - The handler. If you want to return a JSON object, you should specify the status code with `c.json()`.
	* @param {Hook} hook - Optional. The hook method defines what it should do after validation.
	* @example
	* app.openapi(
	*   route,
	*   (c) => {
	*     // ...
	*     return c.json(
	*       {
	*         age: 20,
	*         name: 'Young man',
	*       },
	*       200 // You should specify the status code even if it's 200.
	*     )
	*   },
	*  (result, c) => {
	*    if (!result.success) {
	*      return c.json(
	*        {
	*          code: 400,
	*          message: 'Custom Message',
	*        },
	*        400
	*      )
	*    }
	*  }
	*)
	*/
	openapi = ({ middleware: routeMiddleware, hide, ...route }, handler, hook = void 0) => {
		var _route$request, _route$request2, _route$request3, _route$request4, _route$request5;
		if (!hide) this.openAPIRegistry.registerPath(route);
		const effectiveHook = hook ?? ((result, c) => {
			const resolved = this.#resolveDefaultHook();
			return resolved ? resolved(result, c) : void 0;
		});
		const validators = [];
		if ((_route$request = route.request) === null || _route$request === void 0 ? void 0 : _route$request.query) {
			const validator = zValidator("query", route.request.query, effectiveHook);
			validators.push(validator);
		}
		if ((_route$request2 = route.request) === null || _route$request2 === void 0 ? void 0 : _route$request2.params) {
			const validator = zValidator("param", route.request.params, effectiveHook);
			validators.push(validator);
		}
		if ((_route$request3 = route.request) === null || _route$request3 === void 0 ? void 0 : _route$request3.headers) {
			const validator = zValidator("header", route.request.headers, effectiveHook);
			validators.push(validator);
		}
		if ((_route$request4 = route.request) === null || _route$request4 === void 0 ? void 0 : _route$request4.cookies) {
			const validator = zValidator("cookie", route.request.cookies, effectiveHook);
			validators.push(validator);
		}
		const bodyContent = (_route$request5 = route.request) === null || _route$request5 === void 0 || (_route$request5 = _route$request5.body) === null || _route$request5 === void 0 ? void 0 : _route$request5.content;
		if (bodyContent) {
			const declaredMediaTypes = Object.keys(bodyContent);
			if (declaredMediaTypes.some((mediaType) => {
				var _bodyContent$mediaTyp;
				return isZod((_bodyContent$mediaTyp = bodyContent[mediaType]) === null || _bodyContent$mediaTyp === void 0 ? void 0 : _bodyContent$mediaTyp.schema) && (isJSONContentType(mediaType) || isFormContentType(mediaType));
			})) {
				const mediaTypeGate = async (c, next) => {
					const contentType = c.req.header("content-type");
					if (contentType) {
						if (!declaredMediaTypes.some((mediaType) => matchesMediaType(contentType, mediaType))) throw new HTTPException(415, { message: "Unsupported Media Type" });
					} else if (await hasRequestBody(c)) throw new HTTPException(415, { message: "Unsupported Media Type" });
					await next();
				};
				validators.push(mediaTypeGate);
			}
			for (const mediaType of declaredMediaTypes) {
				if (!bodyContent[mediaType]) continue;
				const schema = bodyContent[mediaType]["schema"];
				if (!isZod(schema)) continue;
				if (isJSONContentType(mediaType)) {
					var _route$request6;
					const validator = zValidator("json", schema, effectiveHook);
					if ((_route$request6 = route.request) === null || _route$request6 === void 0 || (_route$request6 = _route$request6.body) === null || _route$request6 === void 0 ? void 0 : _route$request6.required) validators.push(validator);
					else {
						const mw = async (c, next) => {
							if (c.req.header("content-type")) {
								if (isJSONContentType(c.req.header("content-type"))) return await validator(c, next);
							}
							c.req.addValidatedData("json", {});
							await next();
						};
						validators.push(mw);
					}
				}
				if (isFormContentType(mediaType)) {
					var _route$request7;
					const validator = zValidator("form", schema, effectiveHook);
					if ((_route$request7 = route.request) === null || _route$request7 === void 0 || (_route$request7 = _route$request7.body) === null || _route$request7 === void 0 ? void 0 : _route$request7.required) validators.push(validator);
					else {
						const mw = async (c, next) => {
							if (c.req.header("content-type")) {
								if (isFormContentType(c.req.header("content-type"))) return await validator(c, next);
							}
							c.req.addValidatedData("form", {});
							await next();
						};
						validators.push(mw);
					}
				}
			}
		}
		const middleware = routeMiddleware ? Array.isArray(routeMiddleware) ? routeMiddleware : [routeMiddleware] : [];
		this.on([route.method], [route.path.replaceAll(/\/{(.+?)}/g, "/:$1")], ...middleware, ...validators, handler);
		return this;
	};
	/**
	* Register a list of routes with full Type Safety and RPC support.
	* * @param inputs - An array of objects containing { route, handler, hook }.
	* Must be defined `as const` or inline to preserve tuple types.
	*/
	openapiRoutes = (inputs) => {
		inputs.filter(({ addRoute }) => addRoute !== false).forEach(({ route, handler, hook }) => {
			this.openapi(route, handler, hook);
		});
		return this;
	};
	getOpenAPIDocument = (objectConfig, generatorConfig) => {
		const document = new OpenApiGeneratorV3(this.openAPIRegistry.definitions, generatorConfig).generateDocument(objectConfig);
		return this._basePath ? addBasePathToDocument(document, this._basePath) : document;
	};
	getOpenAPI31Document = (objectConfig, generatorConfig) => {
		const document = new OpenApiGeneratorV31(this.openAPIRegistry.definitions, generatorConfig).generateDocument(objectConfig);
		return this._basePath ? addBasePathToDocument(document, this._basePath) : document;
	};
	doc = (path, configureObject, configureGenerator) => {
		return this.get(path, (c) => {
			const objectConfig = typeof configureObject === "function" ? configureObject(c) : configureObject;
			const generatorConfig = typeof configureGenerator === "function" ? configureGenerator(c) : configureGenerator;
			try {
				const document = this.getOpenAPIDocument(objectConfig, generatorConfig);
				return c.json(document);
			} catch (e) {
				return c.json(e, 500);
			}
		});
	};
	doc31 = (path, configureObject, configureGenerator) => {
		return this.get(path, (c) => {
			const objectConfig = typeof configureObject === "function" ? configureObject(c) : configureObject;
			const generatorConfig = typeof configureGenerator === "function" ? configureGenerator(c) : configureGenerator;
			try {
				const document = this.getOpenAPI31Document(objectConfig, generatorConfig);
				return c.json(document);
			} catch (e) {
				return c.json(e, 500);
			}
		});
	};
	route(path, app) {
		const pathForOpenAPI = path.replaceAll(/:([^\/]+)/g, "{$1}");
		super.route(path, app);
		if (!(app instanceof OpenAPIHono)) return this;
		app.#parentApp ??= this;
		app.openAPIRegistry.definitions.forEach((def) => {
			switch (def.type) {
				case "component": return this.openAPIRegistry.registerComponent(def.componentType, def.name, def.component);
				case "route":
					this.openAPIRegistry.registerPath({
						...def.route,
						path: mergePath(pathForOpenAPI, app._basePath.replaceAll(/:([^\/]+)/g, "{$1}"), def.route.path)
					});
					return;
				case "webhook":
					this.openAPIRegistry.registerWebhook({
						...def.webhook,
						path: mergePath(pathForOpenAPI, app._basePath.replaceAll(/:([^\/]+)/g, "{$1}"), def.webhook.path)
					});
					return;
				case "schema":
					var _getOpenApiMetadata$_;
					return this.openAPIRegistry.register((_getOpenApiMetadata$_ = getOpenApiMetadata(def.schema)._internal) === null || _getOpenApiMetadata$_ === void 0 ? void 0 : _getOpenApiMetadata$_.refId, def.schema);
				case "parameter":
					var _getOpenApiMetadata$_2;
					return this.openAPIRegistry.registerParameter((_getOpenApiMetadata$_2 = getOpenApiMetadata(def.schema)._internal) === null || _getOpenApiMetadata$_2 === void 0 ? void 0 : _getOpenApiMetadata$_2.refId, def.schema);
				default: throw new Error(`Unknown registry type: ${def}`);
			}
		});
		return this;
	}
	basePath(path) {
		const cloned = super.basePath(path);
		const newApp = new OpenAPIHono({ defaultHook: this.defaultHook });
		newApp.router = cloned.router;
		newApp.routes = cloned.routes;
		const { getPath } = cloned;
		const clonedInternal = cloned;
		Object.assign(newApp, {
			getPath,
			errorHandler: clonedInternal.errorHandler,
			_basePath: clonedInternal._basePath
		});
		return newApp;
	}
};
extendZodWithOpenApi(z);
function addBasePathToDocument(document, basePath) {
	const updatedPaths = {};
	Object.keys(document.paths).forEach((path) => {
		updatedPaths[mergePath(basePath.replaceAll(/:([^\/]+)/g, "{$1}"), path)] = document.paths[path];
	});
	return {
		...document,
		paths: updatedPaths
	};
}
function isJSONContentType(contentType) {
	return /^application\/([a-z-\.]+\+)?json/i.test(contentType);
}
const jsonRequestRegex = /^application\/([a-z-\.]+\+)?json(;\s*[a-zA-Z0-9\-]+\=([^;]+))*$/i;
const multipartRequestRegex = /^multipart\/form-data(;\s?boundary=[a-zA-Z0-9'"()+_,\-./:=?]+)?$/i;
const urlencodedRequestRegex = /^application\/x-www-form-urlencoded(;\s*[a-zA-Z0-9\-]+\=([^;]+))*$/i;
function matchesMediaType(contentType, mediaType) {
	if (mediaType === "*/*") return true;
	if (isJSONContentType(mediaType)) return jsonRequestRegex.test(contentType);
	if (isFormContentType(mediaType)) return multipartRequestRegex.test(contentType) || urlencodedRequestRegex.test(contentType);
	const essence = contentType.split(";")[0].trim().toLowerCase();
	if (mediaType.endsWith("/*")) return essence.startsWith(mediaType.slice(0, -1).toLowerCase());
	return essence === mediaType.toLowerCase();
}
async function hasRequestBody(c) {
	const raw = c.req.raw;
	if (raw.body === null) return false;
	if (raw.bodyUsed) return (await c.req.arrayBuffer()).byteLength > 0;
	const body = raw.clone().body;
	if (body === null) return false;
	const reader = body.getReader();
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) return false;
			if (value.byteLength > 0) return true;
		}
	} finally {
		reader.cancel().catch(() => {});
	}
}
function isFormContentType(contentType) {
	const lower = contentType.toLowerCase();
	return lower.startsWith("multipart/form-data") || lower.startsWith("application/x-www-form-urlencoded");
}

const anyObject = record(string$1(), unknown());
const errorBody = object({
  type: string$1(),
  code: string$1(),
  detail: string$1(),
  attr: string$1().nullable()
}).openapi("Error");
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:?\d{2})?$/;
const INVALID_DATE$1 = "Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].";
const dateTime = string$1().refine((text) => DATE_TIME.test(text) && isRealDate(text), { error: INVALID_DATE$1 }).openapi({ format: "date-time" });
function isRealDate(text) {
  const time = Number.isNaN(Date.parse(text)) ? void 0 : absoluteDate(text, "UTC");
  return time !== void 0 && /^\d{4}-/.test(new Date(time).toISOString());
}
const integer = int().min(-2147483648).max(2147483647);
const tokenQuery = object({ token: string$1().openapi({ description: "Project API key." }) });

const event = {
  event: string$1().openapi({ description: "Event name." }),
  distinct_id: string$1(),
  properties: anyObject.nullish(),
  timestamp: string$1().optional().openapi({ format: "date-time" }),
  uuid: uuid().optional()
};
const singleEventBody = looseObject({ api_key: string$1().openapi({ description: "Project API key." }), ...event }).openapi("SingleEvent");
const batchBody = looseObject({
  api_key: string$1().openapi({ description: "Project API key." }),
  historical_migration: boolean().optional(),
  batch: array(
    looseObject({
      ...event,
      distinct_id: string$1().optional().openapi({ description: "May be a property of the event instead." })
    })
  ),
  sent_at: string$1().optional().openapi({ format: "date-time" })
}).openapi("Batch");
const captureReplyBody = object({ status: literal("Ok"), quota_limited: array(string$1()).optional() }).openapi("CaptureReply");

function formatIsoDate(ms) {
  return new Date(ms).toISOString().replace(".000Z", "Z");
}
function parseIsoDate(text) {
  return Date.parse(/(Z|[+-]\d{2}:?\d{2})$/.test(text) ? text : `${text}Z`);
}

const SHARES = {
  events: 0.4375,
  persons: 0.1875,
  distinctIds: 0.1875,
  groups: 0.0625,
  warnings: 0.03125,
  surveyEvents: 0.0625,
  surveyRespondents: 0.03125
};
const STEP = 100;
async function enforceRetention(transaction, projectId, { maxEvents, maxBytes }) {
  const where = { project_id: projectId };
  const countedTables = maxEvents === Number.POSITIVE_INFINITY ? [] : ["events", "warnings"];
  for (const table of countedTables) {
    const excess = await transaction.count(table, { where }) - maxEvents;
    if (excess <= 0) continue;
    for (const row of await transaction.find(table, { where, limit: excess }))
      await transaction.remove(table, row);
  }
  if (maxBytes === Number.POSITIVE_INFINITY) return;
  for (const table of Object.keys(SHARES)) {
    const isTooLarge = async () => await transaction.bytes(table, where) > maxBytes * SHARES[table];
    while (await isTooLarge())
      for (const row of await transaction.find(table, { where, limit: STEP })) {
        if (!await isTooLarge()) break;
        await transaction.remove(table, row);
        if (table === "persons" && "id" in row) await removePersonRows(transaction, projectId, row.id);
      }
  }
}
async function removePersonRows(transaction, project_id, person_id) {
  await transaction.remove("hashOverrides", { project_id, person_id });
  for (const row of await transaction.find("distinctIds", { where: { project_id, person_id } }))
    await transaction.remove("distinctIds", row);
}

async function findPersonId(store, projectId, distinctId) {
  const row = await store.get("distinctIds", { project_id: projectId, distinct_id: distinctId });
  return row?.person_id;
}
async function findPerson(store, projectId, distinctId) {
  const id = await findPersonId(store, projectId, distinctId);
  return id === void 0 ? void 0 : store.get("persons", { project_id: projectId, id });
}

async function ensurePerson(context, distinctId) {
  const existing = await findPerson(context.transaction, context.projectId, distinctId);
  if (existing) return existing;
  const person = {
    project_id: context.projectId,
    id: context.uuid(),
    properties: {},
    is_identified: false,
    main_distinct_id: distinctId,
    created_at: context.now
  };
  await context.transaction.put("persons", person);
  await assignDistinctId(context, person, distinctId);
  return person;
}
async function assignDistinctId({ transaction, moveRespondent }, { project_id, id }, distinctId) {
  await transaction.put("distinctIds", { project_id, distinct_id: distinctId, person_id: id });
  await moveRespondent(transaction, project_id, distinctId, id);
}

async function changePerson(context, distinctId, change) {
  const existingId = change ? void 0 : await findPersonId(context.transaction, context.projectId, distinctId);
  if (existingId !== void 0) return { personId: existingId };
  const person = await ensurePerson(context, distinctId);
  if (!change) return { personId: person.id };
  const { draft } = context.persons.open(person.id, person);
  const unset = new Set(change.unset);
  for (const name of unset) draft.unset(name);
  const accepted = [
    ...Object.entries(change.set),
    ...Object.entries(change.setOnce).filter(
      ([name]) => !draft.has(name) && !Object.hasOwn(change.set, name)
    )
  ].filter(([name]) => !unset.has(name)).map(([name, value]) => draft.set(name, value));
  if (!accepted.includes(false)) return { personId: person.id };
  return {
    personId: person.id,
    warning: { type: "person_properties_too_large", detail: "the person has no room for more properties" }
  };
}

const RULES = /* @__PURE__ */ new Map([
  [
    IDENTIFY,
    ({ distinct_id, properties }) => mergeEffect({ into: distinct_id, from: properties["$anon_distinct_id"], mergeIdentified: false })
  ],
  // The direction of the interface: the event's id is merged into the alias, which becomes the main id.
  [
    ALIAS,
    ({ distinct_id, properties }) => mergeEffect({ into: properties["alias"], from: distinct_id, mergeIdentified: false })
  ],
  [
    "$merge_dangerously",
    ({ distinct_id, properties }) => mergeEffect({ into: distinct_id, from: properties["alias"], mergeIdentified: true })
  ],
  [GROUP_IDENTIFY, groupEffect],
  [SURVEY_SHOWN, (event) => surveyEffect(event, "shown")],
  [
    SURVEY_DISMISSED,
    (event) => event.properties["$survey_partially_completed"] === true ? void 0 : surveyEffect(event, "dismissed")
  ],
  [SURVEY_SENT, (event) => surveyEffect(event, "sent")]
]);
function eventEffects(event) {
  const outcome = RULES.get(event.event)?.(event);
  if (outcome?.kind === "dropped") return { dropped: outcome.warning };
  return { effect: outcome, change: personChange(event.properties) };
}
function personChange(properties) {
  const set = objectProperty(properties, "$set");
  const setOnce = objectProperty(properties, "$set_once");
  const unsetList = properties["$unset"];
  const unset = Array.isArray(unsetList) ? unsetList.filter((name) => typeof name === "string") : [];
  return [set, setOnce, unset].some((operation) => Object.keys(operation).length > 0) ? { set, setOnce, unset } : void 0;
}
function objectProperty(properties, name) {
  const value = ownProperty(properties, name);
  return isObject$2(value) ? value : {};
}
function mergeEffect(merge) {
  const { into, from, mergeIdentified } = merge;
  if (typeof into !== "string" || typeof from !== "string" || from === "") return void 0;
  const ids = { into: storedDistinctId(into), from: storedDistinctId(from) };
  return ids.from === ids.into ? void 0 : { kind: "merge", ...ids, mergeIdentified };
}
function groupEffect({ properties }) {
  const type = properties["$group_type"];
  const key = groupKey(properties["$group_key"]);
  if (typeof type !== "string" || type === "" || key === void 0) return void 0;
  if (type.length > GROUP_MAX_LENGTH) return dropped("group_type_too_long", "the group type is too long");
  if (key.length > GROUP_MAX_LENGTH) return dropped("group_key_too_long", "the group key is too long");
  return { kind: "group", type, key, set: objectProperty(properties, "$group_set") };
}
function dropped(type, detail) {
  return { kind: "dropped", warning: { type, detail } };
}
function surveyEffect({ properties, uuid }, eventKind) {
  const surveyId = properties[SURVEY_ID];
  if (typeof surveyId !== "string") return void 0;
  const submissionId = properties[SURVEY_SUBMISSION_ID];
  const hasSubmission = eventKind === "sent" && typeof submissionId === "string" && submissionId !== "";
  return { kind: "survey_event", surveyId, eventKind, dedupeKey: hasSubmission ? submissionId : uuid };
}

const ILLEGAL_IDS = /^["']?(|anonymous|guest|distinct_?id|id|not_authenticated|email|undefined|true|false|null|none|nan|0|\[object object\])["']?$/i;

async function mergePersons(context, merge) {
  const detail = `${merge.from} into ${merge.into}`;
  if ([merge.into, merge.from].some((id) => ILLEGAL_IDS.test(id.trim())))
    return { type: "cannot_merge_with_illegal_distinct_id", detail };
  const from = await findCurrentPerson(context, merge.from);
  const existing = await findCurrentPerson(context, merge.into);
  if (from && existing && from.id !== existing.id && from.is_identified && !merge.mergeIdentified)
    return { type: "cannot_merge_already_identified", detail };
  const into = existing ?? from ?? await ensurePerson(context, merge.into);
  const source = from && from.id !== into.id ? from : void 0;
  const [kept, absorbed] = source ? await bySize(context, into, source) : [into];
  const opened = context.persons.open(kept.id, kept);
  const { created_at } = into;
  opened.row = {
    ...opened.row,
    is_identified: true,
    main_distinct_id: merge.into,
    created_at: source && source.created_at < created_at ? source.created_at : created_at
  };
  if (absorbed) {
    for (const [name, value] of context.persons.open(absorbed.id, absorbed).draft.entries())
      if (absorbed === into || !opened.draft.has(name)) opened.draft.set(name, value);
    context.persons.discard(absorbed.id);
  }
  if (!existing) await assignDistinctId(context, opened.row, merge.into);
  if (!from) await assignDistinctId(context, opened.row, merge.from);
  const hashId = await findHashId(context, into) ?? (source && await findHashId(context, source));
  if (absorbed) await absorbPerson(context, opened.row, absorbed);
  await context.transaction.put("hashOverrides", {
    project_id: context.projectId,
    person_id: kept.id,
    // The first id that a person was known by: flags with experience continuity are computed from it.
    hash_id: hashId ?? merge.from
  });
  return void 0;
}
async function bySize({ transaction }, into, source) {
  const countRows = async ({ project_id, id }) => {
    const where = { project_id, person_id: id };
    return await transaction.count("distinctIds", { where }) + await transaction.count("events", { where });
  };
  return await countRows(source) > await countRows(into) ? [source, into] : [into, source];
}
async function findCurrentPerson(context, distinctId) {
  const person = await findPerson(context.transaction, context.projectId, distinctId);
  return person && context.persons.open(person.id, person).row;
}
async function absorbPerson(context, into, source) {
  const { transaction, moveRespondent } = context;
  const { project_id } = into;
  const where = { project_id, person_id: source.id };
  for (const row of await transaction.find("distinctIds", { where }))
    await transaction.put("distinctIds", { ...row, person_id: into.id });
  for (const event of await transaction.find("events", { where }))
    await transaction.put("events", { ...event, person_id: into.id });
  await moveRespondent(transaction, project_id, source.id, into.id);
  await transaction.remove("hashOverrides", where);
  await transaction.remove("persons", { project_id, id: source.id });
}
async function findHashId({ transaction }, { project_id, id }) {
  return (await transaction.get("hashOverrides", { project_id, person_id: id }))?.hash_id;
}

const MAX_GROUP_TYPES = 5;
async function upsertGroup({ transaction, projectId, now, groups }, { type, key, set }) {
  const where = { project_id: projectId };
  if (!await transaction.get("groupTypes", { ...where, type })) {
    const index = await transaction.count("groupTypes", { where });
    if (index >= MAX_GROUP_TYPES)
      return {
        type: "group_type_limit_exceeded",
        detail: `${type} exceeds the limit of ${MAX_GROUP_TYPES} types`
      };
    await transaction.put("groupTypes", { ...where, type, index });
  }
  const stored = await transaction.get("groups", { ...where, type, key });
  const group = stored ?? { ...where, type, key, properties: {}, created_at: now };
  if (!stored) await transaction.put("groups", group);
  const { draft } = groups.open(JSON.stringify([type, key]), group);
  const accepted = Object.entries(set).map(([name, value]) => draft.set(name, value));
  if (!accepted.includes(false)) return void 0;
  return { type: "group_properties_too_large", detail: "the group has no room for more properties" };
}

async function ingestEvent(context, event) {
  const { transaction } = context;
  const { project_id, uuid } = event;
  if (await transaction.get("events", { project_id, uuid })) return {};
  const outcome = eventEffects(event);
  if ("dropped" in outcome) return { warning: outcome.dropped };
  const { effect, change } = outcome;
  const effectWarning = effect && await applyEffect(context, effect);
  const changed = event.person_mode === "full" ? await changePerson(context, event.distinct_id, change) : void 0;
  event.person_id = changed?.personId ?? await findPersonId(transaction, project_id, event.distinct_id) ?? null;
  const warning = effectWarning ?? changed?.warning;
  await transaction.put("events", event);
  if (effect?.kind !== "survey_event") return { stored: event, warning };
  await context.recordSurveyEvent(transaction, surveyEventRow(event, effect));
  return {
    stored: event,
    warning,
    answeredSurveyId: effect.eventKind === "sent" ? effect.surveyId : void 0
  };
}
async function applyEffect(context, effect) {
  switch (effect.kind) {
    case "merge":
      return mergePersons(context, effect);
    case "group":
      return upsertGroup(context, effect);
    case "survey_event":
      return void 0;
  }
}
function surveyEventRow(event, { surveyId, eventKind, dedupeKey }) {
  return {
    project_id: event.project_id,
    survey_id: surveyId,
    kind: eventKind,
    dedupe_key: dedupeKey,
    respondent: event.person_id ?? event.distinct_id,
    at: Date.parse(event.timestamp)
  };
}

const OBJECT_BYTES = 56;
const MEMBER_BYTES = 24;
function approximateBytes(value, limit = Number.POSITIVE_INFINITY) {
  if (typeof value === "string") return 16 + value.length;
  if (typeof value !== "object" || value === null) return 8;
  let bytes = OBJECT_BYTES;
  for (const name in value) {
    bytes += MEMBER_BYTES + approximateBytes(value[name], limit);
    if (!Array.isArray(value)) bytes += name.length;
    if (bytes > limit) break;
  }
  return bytes;
}

const MAX_PROPERTIES_BYTES = 512 * 1024;
function createPropertyDrafts(write) {
  const drafts = /* @__PURE__ */ new Map();
  return {
    /** Returns the row as the batch has changed it so far. Its properties are in the draft. */
    open(key, stored) {
      const existing = drafts.get(key);
      if (existing) return existing;
      const opened = { row: stored, draft: createDraft(stored.properties) };
      drafts.set(key, opened);
      return opened;
    },
    discard: (key) => drafts.delete(key),
    async flush() {
      for (const { row, draft } of drafts.values())
        await write({ ...row, properties: Object.fromEntries(draft.entries()) });
      drafts.clear();
    }
  };
}
function createDraft(stored) {
  const properties = new Map(Object.entries(stored));
  const sizeOf = (name) => properties.has(name) ? approximateBytes({ [name]: properties.get(name) }) : 0;
  let bytes = approximateBytes(stored);
  return {
    has: (name) => properties.has(name),
    set(name, value) {
      const difference = approximateBytes({ [name]: value }) - sizeOf(name);
      if (difference > 0 && bytes + difference > MAX_PROPERTIES_BYTES) return false;
      bytes += difference;
      properties.set(name, value);
      return true;
    },
    unset(name) {
      bytes -= sizeOf(name);
      properties.delete(name);
    },
    entries: () => properties
  };
}

const EVENTS_PER_TRANSACTION = 500;
const MAX_WARNINGS = 1e3;
async function storeEvents(deps, events) {
  let warningsLeft = MAX_WARNINGS;
  let part = [];
  for (const event of events) {
    if (part.length === EVENTS_PER_TRANSACTION) {
      warningsLeft = await storePart(deps, part, warningsLeft);
      await yieldToRequests();
      part = [];
    }
    part.push(event);
  }
  await storePart(deps, part, warningsLeft);
}
function yieldToRequests() {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
async function storePart({ host, service, projectId }, events, maxWarnings) {
  const now = service.now();
  const { stored, warningsLeft } = await service.store.transaction(async (transaction) => {
    const stored2 = [];
    let warningsLeft2 = maxWarnings;
    const context = {
      ...host,
      transaction,
      projectId,
      now: new Date(now).toISOString(),
      uuid: service.uuid,
      persons: createPropertyDrafts((row) => transaction.put("persons", row)),
      groups: createPropertyDrafts((row) => transaction.put("groups", row))
    };
    await preloadRows(transaction, projectId, events);
    const answeredSurveyIds = /* @__PURE__ */ new Set();
    for (const normalized of events) {
      const event = normalized.kind === "event" ? normalized.event : void 0;
      const result = event ? await ingestEvent(context, event) : {};
      if (result.stored) stored2.push(result.stored);
      if (result.answeredSurveyId !== void 0) answeredSurveyIds.add(result.answeredSurveyId);
      for (const warning of [...eventWarnings(normalized), ...result.warning ? [result.warning] : []])
        if (warningsLeft2-- > 0) await putWarning(context, warning, event);
    }
    await context.persons.flush();
    await context.groups.flush();
    await host.endFullSurveys(transaction, projectId, [...answeredSurveyIds], formatIsoDate(now));
    await enforceRetention(transaction, projectId, service);
    return { stored: stored2, warningsLeft: warningsLeft2 };
  });
  for (const event of stored) service.emitEvent(event);
  return warningsLeft;
}
async function preloadRows(transaction, project_id, normalized) {
  const events = normalized.flatMap((item) => item.kind === "event" ? [item.event] : []);
  if (events.length < 2) return;
  await transaction.preload(
    "events",
    events.map(({ uuid }) => ({ project_id, uuid }))
  );
  await transaction.preload(
    "distinctIds",
    events.map(({ distinct_id }) => ({ project_id, distinct_id }))
  );
}
function eventWarnings(normalized) {
  switch (normalized.kind) {
    case "event":
      return normalized.warnings;
    case "dropped":
      return [normalized.warning];
    case "refused":
      return [{ type: "event_refused", detail: normalized.detail }];
  }
}
async function putWarning({ transaction, projectId, now, uuid }, { type, detail }, event) {
  await transaction.put("warnings", {
    id: uuid(),
    project_id: projectId,
    type,
    detail,
    distinct_id: event?.distinct_id ?? null,
    event: event?.event ?? null,
    at: now
  });
}

const LEGACY_PATHS = [
  ["/e/"],
  ["/capture/"],
  ["/track/"],
  ["/engage/", IDENTIFY]
];
const replies$1 = {
  200: {
    description: "Accepted. Events that are invalid by section 7 are not stored.",
    schema: captureReplyBody
  }
};
const createCaptureRoutes = (host) => [
  {
    method: "POST",
    path: CAPTURE_PATH,
    access: "public",
    summary: "Captures one event.",
    body: singleEventBody,
    replies: replies$1,
    handle: (context) => capture(host, context, { guessBase64: false })
  },
  {
    method: "POST",
    path: BATCH_PATH,
    access: "public",
    summary: "Captures many events.",
    body: batchBody,
    replies: replies$1,
    handle: (context) => capture(host, context, { guessBase64: false, requiresBatch: true })
  },
  ...LEGACY_PATHS.map(
    ([path, impliedName]) => ({
      method: "POST",
      path,
      access: "public",
      summary: "Captures events of older clients.",
      replies: replies$1,
      isHidden: true,
      isLegacy: true,
      handle: (context) => capture(host, context, { guessBase64: true, impliedName })
    })
  )
];
async function capture(host, context, { guessBase64, impliedName, requiresBatch = false }) {
  const { service, query } = context;
  const json = await decodeBody(context, { strictCompression: false, guessBase64 });
  const batch = parseBatch(json, { requiresBatch });
  if ("detail" in batch) throw invalidInput(batch.detail, batch.attr, "invalid_payload");
  const token = requireToken(batch);
  service.throttle("capture", token);
  const project = await findProjectByToken(service, token);
  const now = service.now();
  const normalizeContext = {
    projectId: project?.id ?? 0,
    now,
    receivedAt: new Date(now).toISOString(),
    queryClock: parseQueryClock(query.get("_")),
    sentAt: parseTimestamp(batch.sentAt),
    historicalMigration: batch.historicalMigration,
    impliedName,
    uuid: service.uuid
  };
  const normalize = (item) => normalizeEvent(item, normalizeContext);
  const singleEvent = batch.isSingle ? normalize(batch.items[0]) : void 0;
  if (singleEvent?.kind === "refused")
    throw invalidInput(singleEvent.detail, singleEvent.attr, "invalid_payload");
  if (!project) {
    if (service.options.strictTokens)
      throw unauthenticated("invalid_api_key", "API key is not valid: unknown");
    return captureReply(query, {});
  }
  const quota = service.quota(project.id);
  if (!quota.events)
    await storeEvents(
      { host, service, projectId: project.id },
      singleEvent ? [singleEvent] : mapLazily(batch.items, normalize)
    );
  return captureReply(query, quota);
}
function* mapLazily(items, map) {
  for (const item of items) yield map(item);
}
function captureReply(query, quota) {
  if (query.get("beacon") === "1") return { status: 204 };
  const quotaLimited = quota.recordings ? { quota_limited: ["recordings"] } : {};
  return { status: 200, body: { status: "Ok", ...quotaLimited } };
}
function requireToken(batch) {
  const [token, secondToken] = batch.tokens;
  if (token === void 0) throw unauthenticated("missing_api_key", "event submitted without an api_key");
  if (secondToken !== void 0) {
    throw unauthenticated("invalid_api_key", "batch submitted with inconsistent api_key values");
  }
  const problem = projectKeyError(token);
  if (problem) throw unauthenticated("invalid_api_key", `API key is not valid: ${problem}`);
  return token;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const isUuid = (text) => typeof text === "string" && UUID.test(text);

const TYPE_MESSAGES = {
  int: "A valid integer is required.",
  number: "A valid integer is required.",
  boolean: "Must be a valid boolean.",
  string: "Not a valid string."
};
function validate(schema, body) {
  const parsed = schema.safeParse(body, { reportInput: true, error: () => DEFAULT_MESSAGE });
  if (parsed.success) return parsed.data;
  throw issueError(firstIssue(parsed.error.issues));
}
function firstIssue(issues) {
  const [firstInOrder] = issues;
  const field = String(firstInOrder.path);
  return issues.findLast((issue) => issue.code === firstInOrder.code && String(issue.path) === field);
}
const DEFAULT_MESSAGE = "default";
function issueError(issue) {
  const attr = issue.path.length > 0 ? issue.path.join("__") : null;
  if (attr === null)
    return invalidInput(`Invalid data. Expected a dictionary, but got ${typeName(issue.input)}.`);
  if (issue.message !== DEFAULT_MESSAGE) return invalidInput(issue.message, String(issue.path[0]));
  if (issue.input === void 0) return invalidInput("This field is required.", attr, "required");
  if (issue.input === null) return invalidInput("This field may not be null.", attr, "null");
  switch (issue.code) {
    case "invalid_value":
      return invalidInput(`"${toText(issue.input)}" is not a valid choice.`, attr, "invalid_choice");
    case "too_big":
      return issue.origin === "string" ? invalidInput(`Ensure this field has no more than ${issue.maximum} characters.`, attr, "max_length") : invalidInput(`Ensure this value is less than or equal to ${issue.maximum}.`, attr, "max_value");
    case "too_small":
      return issue.origin === "string" ? invalidInput("This field may not be blank.", attr, "blank") : invalidInput(`Ensure this value is greater than or equal to ${issue.minimum}.`, attr, "min_value");
    case "invalid_type":
      return typeError(issue, attr);
    default:
      return invalidInput("Invalid value.", attr);
  }
}
function typeError(issue, attr) {
  if (issue.expected === "array") {
    return invalidInput(
      `Expected a list of items but got type "${typeName(issue.input)}".`,
      attr,
      "not_a_list"
    );
  }
  if (issue.expected === "object" || issue.expected === "record") {
    return invalidInput(
      `Expected a dictionary of items but got type "${typeName(issue.input)}".`,
      attr,
      "not_a_dict"
    );
  }
  return invalidInput(TYPE_MESSAGES[issue.expected] ?? "Invalid value.", attr);
}
function typeName(value) {
  if (Array.isArray(value)) return "list";
  if (value === null || value === void 0) return "NoneType";
  if (typeof value === "string") return "str";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return Number.isInteger(value) ? "int" : "float";
  return "dict";
}

function remoteConfig(sources) {
  return {
    config: { enable_collect_everything: true },
    toolbarParams: {},
    isAuthenticated: false,
    supportedCompression: ["gzip", "gzip-js", "lz64"],
    hasFeatureFlags: sources.hasFlags,
    sessionRecording: false,
    capturePerformance: { network_timing: true, web_vitals: false, web_vitals_allowed_metrics: null },
    captureDeadClicks: false,
    autocapture_opt_out: false,
    autocaptureExceptions: false,
    errorTracking: { autocaptureExceptions: false, suppressionRules: [] },
    analytics: { endpoint: "/i/v0/e/" },
    elementsChainAsString: true,
    surveys: sources.surveys,
    heatmaps: false,
    flagsPersistenceDefault: false,
    defaultIdentifiedOnly: true,
    siteApps: [],
    ...sources.overrides,
    ...sources.recordingsLimited ? { sessionRecording: false } : {}
  };
}

async function readConfig(host, service, project) {
  await host.advanceSchedules(service, project.id);
  return remoteConfig({
    surveys: await host.listPublicSurveys(service.store, project.id),
    hasFlags: await service.store.count("flags", { where: { project_id: project.id } }) > 0,
    recordingsLimited: service.quota(project.id).recordings === true,
    overrides: service.config(project.id)
  });
}

const createConfigRoutes = (host) => [
  {
    method: "GET",
    path: "/array/:token/config",
    access: "public",
    summary: "Returns the configuration alone.",
    replies: { 200: { description: "The configuration.", schema: anyObject } },
    isHidden: true,
    isLegacy: true,
    handle: async (context) => ({ status: 200, body: await readTokenConfig(context, host) })
  },
  {
    method: "GET",
    path: "/array/:token/config.js",
    access: "public",
    summary: "Returns the configuration as a script.",
    replies: { 200: { description: "A script that stores the configuration in a global variable." } },
    isHidden: true,
    isLegacy: true,
    handle: (context) => configScript(context, host)
  }
];
async function readTokenConfig({ service, params }, host) {
  const token = params["token"] ?? "";
  const project = await findProjectByToken(service, token);
  if (!project)
    throw unauthenticated("invalid_api_key", "Project API key invalid. Please check your project settings.");
  return { token, ...await readConfig(host, service, project) };
}
async function configScript(context, host) {
  const config = await readTokenConfig(context, host);
  const entry = JSON.stringify({ [String(config["token"])]: { config } }).replaceAll("<", "\\u003c");
  const script = `window._POSTHOG_REMOTE_CONFIG=Object.assign(window._POSTHOG_REMOTE_CONFIG||{},${entry})`;
  return { status: 200, body: script, headers: { "Content-Type": "application/javascript" } };
}

const createEarlyAccessRoutes = (compileFlag) => [
  {
    method: "GET",
    path: EARLY_ACCESS_PATH,
    access: "public",
    summary: "Lists the early-access features of a project.",
    query: tokenQuery,
    replies: {
      200: {
        description: "The early-access features.",
        schema: object({ earlyAccessFeatures: array(anyObject) }).loose()
      }
    },
    handle: (context) => listEarlyAccess(context, compileFlag)
  }
];
async function listEarlyAccess(context, compileFlag) {
  const project = await requireQueryProject(context);
  const flags = await context.service.store.find("flags", { where: { project_id: project.id } });
  const enrollable = flags.filter((flag) => flag.active && !flag.deleted && isEarlyAccess(compileFlag(flag)));
  const features = enrollable.map((flag) => ({
    id: String(flag.id),
    name: flag.name,
    description: "",
    stage: "beta",
    documentationUrl: null,
    flagKey: flag.key
  }));
  return { status: 200, body: { earlyAccessFeatures: features } };
}
function isEarlyAccess({ definition, isMalformed, superCondition }) {
  return !isMalformed && (definition.filters.feature_enrollment === true || superCondition !== void 0);
}

const MAX_DEPTH$1 = 200;
function createCohortMatcher(context) {
  const { cohorts, staticMemberships, person } = context;
  const cache = /* @__PURE__ */ new Map();
  const isMember = (id, depth) => {
    if (cache.has(id)) return cache.get(id);
    const cohort = cohorts.get(id);
    if (!cohort || depth > MAX_DEPTH$1) return void 0;
    cache.set(id, void 0);
    const result = cohort.isStatic ? staticMemberships.has(id) : cohort.root && matchesNode(cohort.root, depth);
    cache.set(id, result);
    return result;
  };
  const matchesNode = (node, depth) => {
    const matches = matchesBody(node, depth);
    return matches === void 0 || !node.negated ? matches : !matches;
  };
  const matchesBody = (node, depth) => {
    switch (node.kind) {
      case "property":
        return node.test(person, context);
      case "cohort": {
        const matches = isMember(node.cohortId, depth + 1);
        return matches === void 0 ? void 0 : matches === node.member;
      }
      case "all":
      case "any": {
        const results = node.nodes.map((part) => matchesNode(part, depth));
        if (results.includes(void 0)) return void 0;
        return node.kind === "any" ? results.includes(true) : !results.includes(false);
      }
    }
  };
  return (id) => isMember(id, 0);
}

/**

SHA1 (RFC 3174), MD5 (RFC 1321), and RIPEMD160 legacy, weak hash functions.
RFC 2286 only covers HMAC-RIPEMD160 wrapper material and test vectors,
not the base RIPEMD-160 compression spec.
Don't use them in a new protocol. What "weak" means:

- Collisions can be made with 2^18 effort in MD5, 2^60 in SHA1, 2^80 in RIPEMD160.
- No practical pre-image attacks (only theoretical, 2^123.4)
- HMAC seems kinda ok: https://www.rfc-editor.org/rfc/rfc6151
 * @module
 */
/** Initial SHA-1 state from RFC 3174 §6.1. */
const SHA1_IV = /* @__PURE__ */ Uint32Array.from([
    0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0,
]);
// Reusable 80-word SHA-1 message schedule buffer.
const SHA1_W = /* @__PURE__ */ new Uint32Array(80);
/** Internal SHA1 legacy hash class. */
class _SHA1 extends tables.HashMD {
    A = SHA1_IV[0] | 0;
    B = SHA1_IV[1] | 0;
    C = SHA1_IV[2] | 0;
    D = SHA1_IV[3] | 0;
    E = SHA1_IV[4] | 0;
    constructor() {
        super(64, 20, 8, false);
    }
    get() {
        const { A, B, C, D, E } = this;
        return [A, B, C, D, E];
    }
    set(A, B, C, D, E) {
        this.A = A | 0;
        this.B = B | 0;
        this.C = C | 0;
        this.D = D | 0;
        this.E = E | 0;
    }
    _cloneInto(to) {
        (to ||= new this.constructor()).set(...this.get());
        return this._cloneIntoMeta(to);
    }
    process(view, offset) {
        for (let i = 0; i < 16; i++, offset += 4)
            SHA1_W[i] = view.getUint32(offset, false);
        for (let i = 16; i < 80; i++)
            SHA1_W[i] = tables.rotl(SHA1_W[i - 3] ^ SHA1_W[i - 8] ^ SHA1_W[i - 14] ^ SHA1_W[i - 16], 1);
        // Compression function main loop, 80 rounds
        let { A, B, C, D, E } = this;
        for (let i = 0; i < 80; i++) {
            let F, K;
            if (i < 20) {
                F = tables.Chi(B, C, D);
                K = 0x5a827999;
            }
            else if (i < 40) {
                F = B ^ C ^ D;
                K = 0x6ed9eba1;
            }
            else if (i < 60) {
                F = tables.Maj(B, C, D);
                K = 0x8f1bbcdc;
            }
            else {
                F = B ^ C ^ D;
                K = 0xca62c1d6;
            }
            const T = (tables.rotl(A, 5) + F + E + K + SHA1_W[i]) | 0;
            E = D;
            D = C;
            C = tables.rotl(B, 30);
            B = A;
            A = T;
        }
        // Add the compressed chunk to the current hash value
        A = (A + this.A) | 0;
        B = (B + this.B) | 0;
        C = (C + this.C) | 0;
        D = (D + this.D) | 0;
        E = (E + this.E) | 0;
        this.set(A, B, C, D, E);
    }
    roundClean() {
        tables.clean(SHA1_W);
    }
    destroy() {
        // HashMD callers route post-destroy usability through `destroyed`; zeroizing alone still leaves
        // update()/digest() callable on reused instances.
        this.destroyed = true;
        this.set(0, 0, 0, 0, 0);
        tables.clean(this.buffer);
    }
}
/**
 * SHA1 (RFC 3174) legacy hash function. It was cryptographically broken.
 * @param msg - message bytes to hash
 * @param opts - Reserved hash options.
 * @returns Digest bytes.
 * @example
 * Hash a message with SHA1.
 * ```ts
 * sha1(new Uint8Array([97, 98, 99]));
 * ```
 */
const sha1 = /* @__PURE__ */ tables.createHasher(() => new _SHA1());

const encoder = new TextEncoder();
const SCALE = 2 ** 60;
function hash01(text) {
  const digest = sha1(encoder.encode(text));
  const view = new DataView(digest.buffer, digest.byteOffset);
  return (view.getUint32(0) * 2 ** 28 + (view.getUint32(4) >>> 4)) / SCALE;
}
function rolloutHash(flagKey, identifier) {
  return identifier === "" ? 0 : hash01(`${flagKey}.${identifier}`);
}
function variantHash(flagKey, identifier) {
  return identifier === "" ? 0 : hash01(`${flagKey}.${identifier}variant`);
}
function holdoutHash(identifier) {
  return hash01(`holdout-${identifier}`);
}
function isWithinPercentage(hash, percentage) {
  if (percentage === null || percentage === void 0 || percentage >= 100) return true;
  return hash <= percentage / 100;
}
function variantAt(hash, variants) {
  let sum = 0;
  for (const variant of variants) {
    sum += variant.rollout_percentage / 100;
    if (hash < sum) return variant.key;
  }
  return null;
}

const DESCRIPTIONS = {
  no_condition_match: "No matching condition set",
  out_of_rollout_bound: "Out of rollout bound",
  no_group_type: "No group type",
  super_condition_value: "Super condition value",
  holdout_condition_value: "Holdout condition value",
  missing_dependency: "Flag cannot be evaluated due to missing dependency",
  dependency_not_found_cohort: "Cohort dependency not found",
  malformed_filters: "Flag definition is malformed"
};
function flagResult$1({ definition, payloads }, { enabled, code, variant = null, index = null }) {
  const description = code === "condition_match" ? `Matched condition set ${index + 1}` : DESCRIPTIONS[code];
  const payload = enabled ? ownProperty(payloads, variant ?? "true") : void 0;
  return {
    key: definition.key,
    enabled,
    ...variant !== null && { variant },
    reason: { code, condition_index: index, description },
    metadata: {
      id: definition.id,
      version: definition.version ?? 0,
      ...typeof payload === "string" && { payload }
    }
  };
}
function failedResult(flag, code) {
  return { ...flagResult$1(flag, { enabled: false, code }), failed: true };
}

const NO_PROPERTIES = {};
function matchesFilter(filter, groupIndex, { context, results, isInCohort }) {
  switch (filter.on) {
    case "person":
      return filter.test(groupIndex === void 0 ? context.person : NO_PROPERTIES, context);
    case "group": {
      const index = filter.groupIndex ?? groupIndex;
      const group = index === void 0 ? void 0 : context.groups.get(index);
      return filter.test(group?.properties ?? NO_PROPERTIES, context);
    }
    case "cohort": {
      const isMember = isInCohort(filter.cohortId);
      return isMember === void 0 ? void 0 : isMember === filter.member;
    }
    case "flag":
      return evaluatesTo(results.get(filter.flagId), filter.value);
    case "unknown":
      return false;
  }
}
function evaluatesTo(result, expected) {
  if (expected === true) return result?.enabled === true;
  if (expected === false) return result?.enabled !== true;
  return typeof expected === "string" && result?.enabled === true && result.variant === expected;
}

function evaluateFlag(flag, evaluation) {
  if (flag.isMalformed) return failedResult(flag, "malformed_filters");
  return enrollmentResult(flag, evaluation.context) ?? superConditionResult(flag, evaluation) ?? holdoutResult(flag, evaluation.context) ?? conditionsResult(flag, evaluation);
}
function enrollmentResult(flag, { person }) {
  const { key, filters } = flag.definition;
  const enrollment = ownProperty(person, `$feature_enrollment/${key}`);
  if (!filters.feature_enrollment || enrollment === void 0) return void 0;
  const enabled = enrollment === true || enrollment === "true";
  return flagResult$1(flag, { enabled, code: "super_condition_value", index: 0 });
}
function superConditionResult(flag, evaluation) {
  const { superCondition } = flag;
  const { person } = evaluation.context;
  if (!superCondition?.keys.some((key) => Object.hasOwn(person, key))) return void 0;
  const outcome = conditionOutcome(flag, superCondition, evaluation);
  if (outcome === "dependency_not_found_cohort") return failedResult(flag, outcome);
  return flagResult$1(flag, { enabled: outcome === "condition_match", code: "super_condition_value", index: 0 });
}
function holdoutResult(flag, context) {
  const { holdout } = flag.definition.filters;
  const identifier = bucketingId(flag, flag.groupIndex, context);
  if (!holdout || identifier === void 0) return void 0;
  if (!isWithinPercentage(holdoutHash(identifier), holdout.exclusion_percentage)) return void 0;
  return flagResult$1(flag, {
    enabled: true,
    code: "holdout_condition_value",
    variant: `holdout-${holdout.id}`
  });
}
const FAILURE_RANK = { out_of_rollout_bound: 3, no_condition_match: 2, no_group_type: 1 };
function conditionsResult(flag, evaluation) {
  let code = "no_group_type";
  let failedIndex = null;
  for (const [index, condition] of flag.conditions.entries()) {
    const outcome = conditionOutcome(flag, condition, evaluation);
    if (outcome === "dependency_not_found_cohort") return failedResult(flag, outcome);
    if (outcome === "condition_match") {
      const variant = conditionVariant(flag, condition, evaluation.context);
      return flagResult$1(flag, { enabled: true, code: outcome, variant, index });
    }
    if (FAILURE_RANK[outcome] >= FAILURE_RANK[code]) {
      code = outcome;
      failedIndex = index;
    }
    if (flag.definition.filters.early_exit && outcome === "out_of_rollout_bound") break;
  }
  const result = flagResult$1(flag, { enabled: false, code, index: failedIndex });
  return flag.hasUnknownOperator ? { ...result, failed: true } : result;
}
function conditionOutcome(flag, condition, evaluation) {
  const { groupIndex } = condition;
  const { context } = evaluation;
  if (groupIndex !== void 0 && !context.groups.has(groupIndex)) return "no_group_type";
  for (const filter of condition.filters) {
    const matches = matchesFilter(filter, groupIndex, evaluation);
    if (matches === void 0) return "dependency_not_found_cohort";
    if (!matches) return "no_condition_match";
  }
  const identifier = bucketingId(flag, groupIndex, context);
  if (identifier === void 0) return "out_of_rollout_bound";
  return isWithinPercentage(rolloutHash(flag.definition.key, identifier), condition.rollout) ? "condition_match" : "out_of_rollout_bound";
}
function bucketingId(flag, groupIndex, context) {
  if (groupIndex !== void 0) return context.groups.get(groupIndex)?.key;
  if (flag.definition.bucketing_identifier === "device_id") return context.deviceId;
  return flag.definition.ensure_experience_continuity ? context.continuityId : context.distinctId;
}
function conditionVariant(flag, condition, context) {
  if (condition.variant && flag.variants.some((variant) => variant.key === condition.variant))
    return condition.variant;
  if (flag.variants.length === 0) return null;
  const identifier = bucketingId(flag, condition.groupIndex, context) ?? "";
  return variantAt(variantHash(flag.definition.key, identifier), flag.variants);
}

function evaluationOrder(flags) {
  if (flags.every((flag) => flag.dependsOn.length === 0))
    return { ordered: flags, missing: /* @__PURE__ */ new Set(), cyclic: /* @__PURE__ */ new Set() };
  const byId = new Map(flags.map((flag) => [flag.definition.id, flag]));
  const pendingCounts = /* @__PURE__ */ new Map();
  const dependents = /* @__PURE__ */ new Map();
  const missing = /* @__PURE__ */ new Set();
  for (const flag of flags) {
    const existing = new Set(flag.dependsOn.filter((id) => byId.has(id)));
    if (flag.dependsOn.some((id) => !byId.has(id))) missing.add(flag.definition.id);
    pendingCounts.set(flag.definition.id, existing.size);
    for (const id of existing) dependents.set(id, [...dependents.get(id) ?? [], flag.definition.id]);
  }
  const ordered = flags.filter((flag) => pendingCounts.get(flag.definition.id) === 0);
  for (let index = 0; index < ordered.length; index++) {
    for (const id of dependents.get(ordered[index].definition.id) ?? []) {
      const remaining = pendingCounts.get(id) - 1;
      pendingCounts.set(id, remaining);
      if (remaining === 0) ordered.push(byId.get(id));
    }
  }
  const orderedIds = new Set(ordered.map((flag) => flag.definition.id));
  const cyclic = new Set(
    flags.filter((flag) => !orderedIds.has(flag.definition.id)).map((flag) => flag.definition.id)
  );
  return { ordered, missing, cyclic };
}

function evaluateFlags(flags, inactive, context) {
  const { ordered, missing, cyclic } = evaluationOrder(withoutInactive(flags, inactive));
  const results = /* @__PURE__ */ new Map();
  const evaluation = { context, results, isInCohort: createCohortMatcher(context) };
  for (const flag of ordered) {
    const { id } = flag.definition;
    const result = missing.has(id) ? flagResult$1(flag, { enabled: false, code: "missing_dependency" }) : evaluateFlag(flag, evaluation);
    results.set(id, result);
  }
  for (const flag of flags) {
    const { id } = flag.definition;
    if (cyclic.has(id)) results.set(id, failedResult(flag, "missing_dependency"));
  }
  return results;
}
function withoutInactive(flags, inactive) {
  if (inactive.size === 0) return flags;
  return flags.map(
    (flag) => flag.dependsOn.some((id) => inactive.has(id)) ? { ...flag, dependsOn: flag.dependsOn.filter((id) => !inactive.has(id)) } : flag
  );
}

const SURVEY_FLAG_PREFIX = "survey-targeting-";

function isFlagServed(flag, selection) {
  if (selection.keys && !selection.keys.has(flag.key)) return false;
  if (selection.surveysOnly && !flag.key.startsWith(SURVEY_FLAG_PREFIX)) return false;
  return passesTags(flag, selection) && passesRuntime(flag, selection.runtime);
}
function passesTags({ evaluation_tags }, { environments, strictTags }) {
  if (!Array.isArray(evaluation_tags) || evaluation_tags.length === 0) return true;
  if (environments.size === 0) return !strictTags;
  return evaluation_tags.some((tag) => environments.has(tag));
}
function passesRuntime(flag, runtime) {
  const required = String(flag.evaluation_runtime).toLowerCase();
  if (required !== "client" && required !== "server" || runtime === "all") return true;
  return required === runtime;
}

const IPV4 = /^(\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?$/;
const IPV6 = /^\[?([0-9a-fA-F:.]*:[0-9a-fA-F:.]*)\]?(?::\d+)?$/;
function clientAddress(header, connection) {
  const forwarded = header("http_x_forwarded_for") ?? header("x-forwarded-for");
  const first = withoutPort(forwarded?.split(",")[0]?.trim());
  if (first) return { ip: first, fromHeader: true };
  return { ip: withoutPort(connection), fromHeader: false };
}
function withoutPort(text) {
  if (!text) return void 0;
  return IPV4.exec(text)?.[1] ?? (/^\[.*\]:\d+$/.test(text) ? IPV6.exec(text)?.[1] : plainIpv6(text));
}
function plainIpv6(text) {
  const address = text.replace(/^\[|\]$/g, "");
  return address.includes(":") && /^[0-9a-fA-F:.]+$/.test(address) ? address : void 0;
}

const GEO_PROPERTIES = [
  "$geoip_city_name",
  "$geoip_country_name",
  "$geoip_country_code",
  "$geoip_continent_name",
  "$geoip_continent_code",
  "$geoip_postal_code",
  "$geoip_time_zone"
];

const INITIAL_PROPERTIES = [
  "$browser",
  "$browser_version",
  "$os",
  "$os_version",
  "$device_type",
  "$referrer",
  "$referring_domain",
  "$current_url",
  "$pathname",
  "utm_source",
  "utm_medium",
  "utm_campaign",
  "utm_content",
  "utm_term",
  "gclid",
  "gbraid",
  "wbraid",
  "fbclid",
  "msclkid",
  "dclid",
  "twclid",
  "li_fat_id",
  "igshid",
  "ttclid"
];
function geoProperties(location) {
  return Object.fromEntries(
    GEO_PROPERTIES.flatMap((name) => Object.hasOwn(location, name) ? [[name, location[name]]] : [])
  );
}
function personProperties(sources) {
  const { distinctId, stored, requested, geo, geoWins } = sources;
  const merged = geoWins ? { ...stored, ...requested, ...geo } : { ...stored, ...geo, ...requested };
  const person = { distinct_id: distinctId, ...merged };
  for (const name of INITIAL_PROPERTIES) {
    const initial = `$initial_${name.replace(/^\$/, "")}`;
    if (Object.hasOwn(person, name) && !Object.hasOwn(person, initial)) person[initial] = person[name];
  }
  return person;
}

async function readEvaluationContext({ service, request }, { project, flagsRequest, distinctId, flags, compileCohort }) {
  const { store } = service;
  const person = await findPerson(store, project.id, distinctId);
  const hashOverride = person && await store.get("hashOverrides", { project_id: project.id, person_id: person.id });
  const cohortRows = usesCohorts(flags) ? await store.find("cohorts", { where: { project_id: project.id } }) : [];
  const { ip, fromHeader } = clientAddress(request.header, request.ip);
  const location = flagsRequest.isGeoDisabled || ip === void 0 ? void 0 : service.options.geoip?.(ip);
  const deviceId = flagsRequest.deviceId ?? nonEmptyText(flagsRequest.personProperties, "$device_id") ?? nonEmptyText(person?.properties ?? {}, "$device_id");
  return {
    now: service.now(),
    timeZone: project.time_zone,
    distinctId,
    continuityId: truncate(
      hashOverride?.hash_id ?? flagsRequest.anonDistinctId ?? distinctId,
      DISTINCT_ID_MAX_LENGTH
    ),
    deviceId: deviceId === void 0 ? void 0 : truncate(deviceId, DISTINCT_ID_MAX_LENGTH),
    person: personProperties({
      distinctId,
      stored: person?.properties ?? {},
      requested: flagsRequest.personProperties,
      geo: geoProperties(location ?? {}),
      geoWins: fromHeader
    }),
    groups: await readGroups(store, project.id, flagsRequest),
    cohorts: new Map(cohortRows.map((row) => [row.id, compileCohort(row)])),
    staticMemberships: await readStaticMemberships(store, distinctId, cohortRows)
  };
}
function nonEmptyText(properties, key) {
  const value = ownProperty(properties, key);
  return typeof value === "string" && value !== "" ? value : void 0;
}
async function readGroups(store, projectId, { groups, groupProperties }) {
  const types = await store.find("groupTypes", { where: { project_id: projectId } });
  const contexts = /* @__PURE__ */ new Map();
  for (const { type, index } of types) {
    const key = groupKey(ownProperty(groups, type));
    if (key === void 0 || key.length > GROUP_MAX_LENGTH) continue;
    const stored = await store.get("groups", { project_id: projectId, type, key });
    const requested = ownProperty(groupProperties, type);
    const overrides = typeof requested === "object" && requested !== null ? requested : {};
    contexts.set(index, { key, properties: { ...stored?.properties, ...overrides, $group_key: key } });
  }
  return contexts;
}
function usesCohorts(flags) {
  return flags.some(
    (flag) => [...flag.conditions, flag.superCondition].some(
      (condition) => condition?.filters.some((filter) => filter.on === "cohort")
    )
  );
}
async function readStaticMemberships(store, distinctId, cohorts) {
  const memberships = /* @__PURE__ */ new Set();
  for (const { project_id, id, is_static } of cohorts) {
    const key = { project_id, cohort_id: id, distinct_id: distinctId };
    if (is_static && await store.get("cohortMembers", key)) memberships.add(id);
  }
  return memberships;
}

const BROWSERS = ["Mozilla/", "Chrome/", "Safari/", "Firefox/", "Edge/"];
const SERVER_SDK = /^[A-Za-z][A-Za-z0-9]*-(?:python|ruby|php|java|go|node|dotnet|elixir|rs|server)\//;
const SERVER_TOOLS = ["python-requests/", "curl/"];
const CLIENT_SDK = /^[A-Za-z][A-Za-z0-9]*-(?:android|ios|react-native|flutter|js)\//;
const BROWSER_HEADERS = ["origin", "referer", "sec-fetch-mode", "sec-fetch-site"];
function requestRuntime(header, requested) {
  if (requested === "client" || requested === "server" || requested === "all") return requested;
  const agent = header("user-agent") ?? "";
  if (BROWSERS.some((part) => agent.includes(part))) return "client";
  if (SERVER_SDK.test(agent) || SERVER_TOOLS.some((part) => agent.includes(part))) return "server";
  if (CLIENT_SDK.test(agent)) return "client";
  return BROWSER_HEADERS.some((name) => typeof header(name) === "string") ? "client" : "unknown";
}

async function evaluateRequest(deps, context, { project, flagsRequest, surveysOnly }) {
  if (flagsRequest.isDisabled) return [];
  const distinctId = requireDistinctId(flagsRequest);
  const { service, request } = context;
  await deps.advanceSchedules(service, project.id);
  const rows = await service.store.find("flags", { where: { project_id: project.id } });
  const flags = rows.filter((row) => row.active && !row.deleted).map(deps.compileFlag);
  const selection = {
    runtime: requestRuntime(request.header, flagsRequest.runtime),
    environments: new Set(flagsRequest.environments),
    strictTags: service.options.strictTags ?? false,
    keys: flagsRequest.keys && new Set(flagsRequest.keys),
    surveysOnly
  };
  const served = flags.filter((flag) => isFlagServed(flag.definition, selection));
  if (served.length === 0) return [];
  const visibility = { ...selection, keys: void 0, surveysOnly: false };
  const evaluated = withDependencies(served, flags).filter((flag) => isFlagServed(flag.definition, visibility));
  const evaluatedIds = new Set(evaluated.map((flag) => flag.definition.id));
  const inactiveIds = new Set(rows.map((row) => row.id).filter((id) => !evaluatedIds.has(id)));
  const evaluationContext = await readEvaluationContext(context, {
    project,
    flagsRequest,
    distinctId,
    flags: evaluated,
    compileCohort: deps.compileCohort
  });
  const results = evaluateFlags(evaluated, inactiveIds, evaluationContext);
  return served.map((flag) => results.get(flag.definition.id));
}
function requireDistinctId({ distinctId }) {
  if (distinctId !== void 0) return truncate(distinctId, DISTINCT_ID_MAX_LENGTH);
  const detail = "The distinct_id field is missing from the request. Please include a valid identifier.";
  throw invalidInput(detail, "distinct_id", "required");
}
function withDependencies(served, all) {
  if (served.length === all.length || served.every((flag) => flag.dependsOn.length === 0)) return served;
  const byId = new Map(all.map((flag) => [flag.definition.id, flag]));
  const needed = new Set(served);
  for (const flag of needed) {
    for (const id of flag.dependsOn) {
      const dependency = byId.get(id);
      if (dependency) needed.add(dependency);
    }
  }
  return [...needed];
}

const NEWLINE = 10;
const CONTROLS = { n: NEWLINE, r: 13, t: 9, f: 12, v: 11, "0": 0 };
function matcher(pattern) {
  const ascii = Array.from({ length: 128 }, (_, code) => pattern.test(String.fromCharCode(code)));
  return (code) => ascii[code] ?? pattern.test(String.fromCodePoint(code));
}
const negated$1 = (accepts) => (code) => !accepts(code);
const digit = matcher(/\p{Nd}/u);
const space = matcher(/\s/u);
const isWordCode = matcher(/[\p{L}\p{M}\p{N}_]/u);
const NAMED = {
  d: digit,
  D: negated$1(digit),
  s: space,
  S: negated$1(space),
  w: isWordCode,
  W: negated$1(isWordCode)
};
const POSIX = {
  alpha: matcher(/[A-Za-z]/),
  digit: matcher(/[0-9]/),
  alnum: matcher(/[A-Za-z0-9]/),
  upper: matcher(/[A-Z]/),
  lower: matcher(/[a-z]/),
  space: matcher(/[\t-\r ]/),
  punct: matcher(/[!-/:-@[-`{-~]/),
  xdigit: matcher(/[0-9A-Fa-f]/)
};

function createCursor(pattern) {
  const characters = Array.from(pattern);
  let position = 0;
  const next = (length) => characters.slice(position, position + length).join("");
  return {
    isAtEnd: () => position >= characters.length,
    /** Returns the next character without reading it, or the one `offset` characters later. */
    peek: (offset = 0) => characters[position + offset],
    /** Reads one character. */
    take: () => characters[position++],
    /** Reads `text` if it comes next. Returns whether it did. */
    takeIf(text) {
      if (next(text.length) !== text) return false;
      position += text.length;
      return true;
    },
    /** Reads the match of an anchored expression within the next `maxLength` characters. */
    takeMatch(expression, maxLength) {
      const match = expression.exec(next(maxLength));
      if (!match) return void 0;
      position += match[0].length;
      return match;
    }
  };
}

class PatternError extends Error {
}

function parseClass(cursor) {
  const isNegated = cursor.takeIf("^");
  const parts = [];
  do {
    if (cursor.isAtEnd()) throw new PatternError();
    parts.push(classPart(cursor));
  } while (cursor.peek() !== "]");
  cursor.take();
  const acceptsAny = (code) => parts.some((accepts) => accepts(code));
  return isNegated ? (code) => !acceptsAny(code) : acceptsAny;
}
function classPart(cursor) {
  const posix = cursor.takeMatch(/^\[:(\w+):\]/, 12);
  if (posix) {
    const name = posix[1];
    if (!Object.hasOwn(POSIX, name)) throw new PatternError();
    return POSIX[name];
  }
  const low = classCharacter(cursor);
  const isRange = cursor.peek() === "-" && cursor.peek(1) !== "]" && cursor.peek(1) !== void 0;
  if (!isRange) return toAccepts(low);
  cursor.take();
  const high = classCharacter(cursor);
  if (typeof low !== "number" || typeof high !== "number" || low > high) throw new PatternError();
  return (code) => code >= low && code <= high;
}
function classCharacter(cursor) {
  const character = cursor.take();
  return character === "\\" ? parseEscape(cursor, cursor.take()) : character.codePointAt(0);
}
function parseEscape(cursor, character) {
  if (character === void 0) throw new PatternError();
  const named = NAMED[character];
  if (named) return named;
  const control = CONTROLS[character];
  if (control !== void 0) return control;
  if (character === "x" || character === "u") return hexadecimal(cursor, character === "x" ? 2 : 4);
  if (/[A-Za-z0-9]/.test(character)) throw new PatternError();
  return character.codePointAt(0);
}
function hexadecimal(cursor, digits) {
  const match = cursor.takeMatch(/^\{([0-9a-fA-F]{1,6})\}/, 10) ?? cursor.takeMatch(new RegExp(`^([0-9a-fA-F]{${digits}})`), digits);
  if (!match) throw new PatternError();
  return Number.parseInt(match[1], 16);
}
function toAccepts(set) {
  return typeof set === "number" ? (code) => code === set : set;
}

const MAX_NESTING = 100;
const ESCAPED_ASSERTIONS = {
  b: "word",
  B: "notWord",
  A: "start",
  z: "end",
  Z: "end"
};
function parsePattern(pattern) {
  const cursor = createCursor(pattern);
  const { peek, take, takeIf, takeMatch } = cursor;
  let nesting = 0;
  let modes = { ignoreCase: false, multiline: false, dotAll: false };
  const choice = () => {
    if (++nesting > MAX_NESTING) throw new PatternError();
    const parts = [sequence()];
    while (takeIf("|")) parts.push(sequence());
    nesting--;
    return parts.length === 1 ? parts[0] : { type: "choice", parts };
  };
  const sequence = () => {
    const parts = [];
    while (!cursor.isAtEnd() && peek() !== "|" && peek() !== ")") parts.push(repeated(atom()));
    return { type: "sequence", parts };
  };
  const repeated = (body) => {
    const bounds = quantifier();
    if (!bounds) return body;
    takeIf("?");
    const isRepeatedTwice = ["*", "+", "?"].includes(peek() ?? "");
    if (body.type === "assert" || isRepeatedTwice) throw new PatternError();
    return { type: "repeat", body, ...bounds };
  };
  const quantifier = () => {
    if (takeIf("*")) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (takeIf("+")) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (takeIf("?")) return { min: 0, max: 1 };
    const counted = takeMatch(/^\{(\d+)(,(\d*))?\}/, 14);
    if (!counted) return void 0;
    const min = Number(counted[1]);
    const max = counted[2] === void 0 ? min : counted[3] ? Number(counted[3]) : Number.POSITIVE_INFINITY;
    if (max < min) throw new PatternError();
    return { min, max };
  };
  const atom = () => {
    const character = take();
    switch (character) {
      case "(":
        return group();
      case "[":
        return characterNode(parseClass(cursor));
      case ".":
        return { type: "character", accepts: modes.dotAll ? () => true : (code) => code !== NEWLINE };
      case "^":
        return { type: "assert", kind: modes.multiline ? "lineStart" : "start" };
      case "$":
        return { type: "assert", kind: modes.multiline ? "lineEnd" : "end" };
      case "\\":
        return escapeNode();
      case "*":
      case "+":
      case "?":
        throw new PatternError();
      default:
        return characterNode(toAccepts(character.codePointAt(0)));
    }
  };
  const characterNode = (accepts) => ({
    type: "character",
    accepts: modes.ignoreCase ? ignoringCase(accepts) : accepts
  });
  const escapeNode = () => {
    const character = take();
    const kind = ESCAPED_ASSERTIONS[character ?? ""];
    return kind ? { type: "assert", kind } : characterNode(toAccepts(parseEscape(cursor, character)));
  };
  const group = () => {
    const outerModes = modes;
    const isNegated = takeIf("?!");
    if (isNegated || takeIf("?=")) {
      const body2 = closeGroup(choice());
      modes = outerModes;
      return { type: "lookahead", body: body2, negated: isNegated };
    }
    if (peek() === "?" && !takeIf("?:") && !takeMatch(/^\?P?<([A-Za-z_]\w*)>/, 80)) {
      const isClosed = inlineModes();
      if (isClosed) return { type: "sequence", parts: [] };
    }
    const body = closeGroup(choice());
    modes = outerModes;
    return body;
  };
  const closeGroup = (body) => {
    if (!takeIf(")")) throw new PatternError();
    return body;
  };
  const inlineModes = () => {
    const match = takeMatch(/^\?([ims]*)(?:-([ims]+))?([:)])/, 12);
    if (!match) throw new PatternError();
    const isOn = (letter, before) => (before || match[1].includes(letter)) && !match[2]?.includes(letter);
    modes = {
      ignoreCase: isOn("i", modes.ignoreCase),
      multiline: isOn("m", modes.multiline),
      dotAll: isOn("s", modes.dotAll)
    };
    return match[3] === ")";
  };
  const tree = choice();
  if (!cursor.isAtEnd()) throw new PatternError();
  return tree;
}
function ignoringCase(accepts) {
  return (code) => {
    const character = String.fromCodePoint(code);
    const lower = character.toLowerCase().codePointAt(0);
    const upper = character.toUpperCase().codePointAt(0);
    return accepts(code) || accepts(lower) || accepts(upper);
  };
}

const MAX_STEPS = 2e4;
function compilePattern(pattern) {
  try {
    return createProgram(parsePattern(pattern), { left: MAX_STEPS });
  } catch (error) {
    if (error instanceof PatternError) return void 0;
    throw error;
  }
}
function createProgram(node, budget) {
  const steps = [];
  emit(node, steps, budget);
  steps.push({ kind: "done" });
  return steps;
}
function emit(node, steps, budget) {
  if (budget.left-- <= 0) throw new PatternError();
  switch (node.type) {
    case "character":
      steps.push({ kind: "character", accepts: node.accepts, next: steps.length + 1 });
      return;
    case "assert":
      steps.push({ kind: node.kind, next: steps.length + 1 });
      return;
    case "lookahead": {
      const program = createProgram(node.body, budget);
      steps.push({ kind: "lookahead", program, negated: node.negated, next: steps.length + 1 });
      return;
    }
    case "sequence":
      for (const part of node.parts) emit(part, steps, budget);
      return;
    case "choice":
      emitChoice(node.parts, steps, budget);
      return;
    case "repeat":
      emitRepeat(node, steps, budget);
  }
}
function emitChoice(parts, steps, budget) {
  const ends = [];
  for (const [index, part] of parts.entries()) {
    const isLast = index === parts.length - 1;
    const fork = steps.length;
    if (!isLast) steps.push({ kind: "split", next: fork + 1, alternative: fork });
    emit(part, steps, budget);
    if (isLast) continue;
    ends.push(steps.length);
    steps.push({ kind: "split", next: 0, alternative: 0 });
    steps[fork] = { kind: "split", next: fork + 1, alternative: steps.length };
  }
  for (const end of ends) steps[end] = { kind: "split", next: steps.length, alternative: steps.length };
}
function emitRepeat(node, steps, budget) {
  const before = steps.length;
  for (let count = 0; count < node.min; count++) {
    emit(node.body, steps, budget);
    if (steps.length === before) return;
  }
  if (node.max === Number.POSITIVE_INFINITY) {
    const fork = steps.length;
    steps.push({ kind: "split", next: fork + 1, alternative: fork });
    emit(node.body, steps, budget);
    steps.push({ kind: "split", next: fork, alternative: fork });
    steps[fork] = { kind: "split", next: fork + 1, alternative: steps.length };
    return;
  }
  const forks = [];
  for (let count = node.min; count < node.max; count++) {
    forks.push(steps.length);
    steps.push({ kind: "split", next: steps.length + 1, alternative: 0 });
    emit(node.body, steps, budget);
  }
  for (const fork of forks) steps[fork] = { kind: "split", next: fork + 1, alternative: steps.length };
}

const MAX_WORK = 4e6;
const MAX_ROUNDS = 4;
function matchesPattern(program, text) {
  const codes = Array.from(text, (character) => character.codePointAt(0));
  const scan = createScan(program);
  if (scanSize(scan) * (codes.length + 1) > MAX_WORK) return void 0;
  const budget = { left: MAX_WORK * MAX_ROUNDS };
  for (let position = codes.length; position >= 0; position--) {
    advance(scan, codes, position, budget);
    if (budget.left < 0) return void 0;
    if (scan.current[0]) return true;
  }
  return false;
}
function createScan(program) {
  const lookaheads = /* @__PURE__ */ new Map();
  for (const [index, step] of program.entries())
    if (step.kind === "lookahead") lookaheads.set(index, createScan(step.program));
  return {
    program,
    current: new Uint8Array(program.length),
    following: new Uint8Array(program.length),
    lookaheads
  };
}
function scanSize(scan) {
  let size = scan.program.length;
  for (const lookahead of scan.lookaheads.values()) size += scanSize(lookahead);
  return size;
}
function advance(scan, codes, position, budget) {
  for (const lookahead of scan.lookaheads.values()) advance(lookahead, codes, position, budget);
  const { program, current: following, following: current } = scan;
  scan.current = current;
  scan.following = following;
  current.fill(0);
  for (let changed = true; changed; ) {
    changed = false;
    budget.left -= program.length;
    for (let index = program.length - 1; index >= 0; index--) {
      if (current[index] || !succeeds(scan, index, codes, position)) continue;
      current[index] = 1;
      changed = true;
    }
  }
}
function succeeds(scan, index, codes, position) {
  const step = scan.program[index];
  const { current, following } = scan;
  switch (step.kind) {
    case "done":
      return true;
    case "character":
      return following[step.next] === 1 && position < codes.length && step.accepts(codes[position]);
    case "split":
      return current[step.next] === 1 || current[step.alternative] === 1;
    case "start":
      return position === 0 && current[step.next] === 1;
    case "end":
      return position === codes.length && current[step.next] === 1;
    case "lineStart":
      return (position === 0 || codes[position - 1] === NEWLINE) && current[step.next] === 1;
    case "lineEnd":
      return (position === codes.length || codes[position] === NEWLINE) && current[step.next] === 1;
    case "word":
      return current[step.next] === 1 && isWordCharacter(codes, position - 1) !== isWordCharacter(codes, position);
    case "notWord":
      return current[step.next] === 1 && isWordCharacter(codes, position - 1) === isWordCharacter(codes, position);
    case "lookahead":
      return current[step.next] === 1 && scan.lookaheads.get(index).current[0] === 1 !== step.negated;
  }
}
function isWordCharacter(codes, position) {
  const code = codes[position];
  return code !== void 0 && isWordCode(code);
}

const PRERELEASE = /^[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*$/;
function matchesSemver(operator, filter, property) {
  const version = parse(property);
  if (operator === "semver_wildcard") return isInWildcard(version, filter);
  const target = parse(filter);
  if (!target) return void 0;
  if (!version) return false;
  const order = compare(version, target);
  switch (operator) {
    case "semver_eq":
      return order === 0;
    case "semver_neq":
      return order !== 0;
    case "semver_gt":
      return order > 0;
    case "semver_gte":
      return order >= 0;
    case "semver_lt":
      return order < 0;
    case "semver_lte":
      return order <= 0;
    case "semver_tilde":
      return isInRange(version, target, [target.numbers[0], target.numbers[1] + 1, 0]);
    case "semver_caret":
      return isInRange(version, target, caretEnd(target.numbers));
    default:
      return false;
  }
}
function parse(text) {
  const plain = text.trim().replace(/^v/, "").trim().split("+")[0];
  const dash = plain.indexOf("-");
  const numbers = (dash < 0 ? plain : plain.slice(0, dash)).split(".");
  const prerelease = dash < 0 ? [] : plain.slice(dash + 1).split(".");
  if (numbers.length > 3 || !numbers.every((part) => /^\d{1,15}$/.test(part))) return void 0;
  if (dash >= 0 && !PRERELEASE.test(prerelease.join("."))) return void 0;
  const [major = 0, minor = 0, patch = 0] = numbers.map(Number);
  return { numbers: [major, minor, patch], prerelease };
}
function compare(a, b) {
  return compareNumbers(a.numbers, b.numbers) || comparePrerelease(a.prerelease, b.prerelease);
}
function compareNumbers(a, b) {
  for (let i = 0; i < 3; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}
function comparePrerelease(a, b) {
  if (a.length === 0 || b.length === 0) return b.length - a.length;
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compareParts(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}
function compareParts(a, b) {
  const aIsNumber = /^\d+$/.test(a);
  const bIsNumber = /^\d+$/.test(b);
  if (aIsNumber && bIsNumber) return Number(a) - Number(b);
  if (aIsNumber !== bIsNumber) return aIsNumber ? -1 : 1;
  return a < b ? -1 : Number(a > b);
}
function isInRange(version, start, end) {
  const sameTriple = compareNumbers(version.numbers, start.numbers) === 0;
  if (version.prerelease.length > 0 && !(start.prerelease.length > 0 && sameTriple)) return false;
  return compare(version, start) >= 0 && compareNumbers(version.numbers, end) < 0;
}
function caretEnd([major, minor, patch]) {
  if (major > 0) return [major + 1, 0, 0];
  if (minor > 0) return [0, minor + 1, 0];
  return [0, 0, patch + 1];
}
function isInWildcard(version, pattern) {
  const parts = pattern.trim().replace(/^v/, "").split(".");
  const fixed = parts.slice(0, -1);
  if (parts.at(-1) !== "*" || parts.length > 3 || !fixed.every((part) => /^\d{1,15}$/.test(part)))
    return void 0;
  if (!version) return false;
  return version.prerelease.length === 0 && fixed.every((part, i) => Number(part) === version.numbers[i]);
}

const UNREADABLE = () => void 0;
function propertyMatcher(filter) {
  const test = propertyTest(filter);
  return test && ((properties, clock) => test(properties, clock) ?? false);
}
function propertyTest(filter) {
  const name = filter.operator ?? "exact";
  const operator = Object.hasOwn(OPERATORS, name) ? OPERATORS[name] : void 0;
  if (!operator) return void 0;
  const compare = hasReadableValue(filter) ? operator.prepare(filter.value, name) : void 0;
  if (!compare) return UNREADABLE;
  return (properties, clock) => Object.hasOwn(properties, filter.key) ? compare(ownProperty(properties, filter.key), clock) : operator.absent;
}
function hasReadableValue({ operator, value }) {
  const name = operator ?? "exact";
  if (name === "is_set" || name === "is_not_set") return true;
  if (Array.isArray(value)) {
    return OPERATORS[name]?.takesList === true && (value.length > 0 || name === "exact");
  }
  return value !== void 0 && value !== null && typeof value !== "object";
}
const negated = (operator) => ({
  ...operator,
  absent: !operator.absent,
  prepare: (value, name) => {
    const compare = operator.prepare(value, name);
    return compare && ((property, clock) => !compare(property, clock));
  }
});
const exact = {
  absent: false,
  takesList: true,
  prepare: (value) => {
    const boolean = booleanValue(value);
    if (boolean !== void 0) return (property) => isTrue(property) === boolean;
    const expected = new Set((Array.isArray(value) ? value : [value]).map((item) => toText(item).toLowerCase()));
    return (property) => expected.has(toText(property).toLowerCase());
  }
};
function booleanValue(value) {
  const values = Array.isArray(value) ? value : [value];
  const texts = values.map((item) => toText(item).toLowerCase());
  if (!texts.every((text) => text === "true" || text === "false")) return void 0;
  return texts.every((text) => text === "true");
}
function isTrue(property) {
  return Array.isArray(property) ? property.every((item) => toText(item).toLowerCase() === "true") : toText(property).toLowerCase() === "true";
}
const textOperator = (compare) => ({
  absent: false,
  prepare: (value) => {
    const expected = asciiLower(toText(value));
    return (property) => compare(asciiLower(toText(property)), expected);
  }
});
const contains = textOperator((text, expected) => text.includes(expected));
const startsWith = textOperator((text, expected) => text.startsWith(expected));
const endsWith = textOperator((text, expected) => text.endsWith(expected));
const containsAny = {
  absent: false,
  takesList: true,
  prepare: (value) => {
    const expected = (Array.isArray(value) ? value : [value]).map((item) => asciiLower(toText(item)));
    return (property) => {
      const text = asciiLower(toText(property));
      return expected.some((item) => text.includes(item));
    };
  }
};
const regex = (expected) => ({
  absent: !expected,
  prepare: (value) => {
    const program = compilePattern(toText(value));
    if (!program) return void 0;
    return (property) => {
      const matches = matchesPattern(program, toText(property));
      return matches === void 0 ? void 0 : matches === expected;
    };
  }
});
const numberOperator = (compare) => ({
  absent: false,
  prepare: (value) => {
    const expected = toNumber(value);
    if (expected === void 0) return void 0;
    return (property) => {
      const number = toNumber(property);
      return number !== void 0 && compare(number, expected);
    };
  }
});
const between = (expected) => ({
  absent: !expected,
  takesList: true,
  prepare: (value) => {
    const bounds = Array.isArray(value) && value.length === 2 ? value.map(toNumber) : [];
    const [min, max] = bounds;
    if (min === void 0 || max === void 0 || !(min <= max)) return void 0;
    return (property) => {
      const number = toNumber(property);
      if (number === void 0 || Number.isNaN(number)) return false;
      return (number >= min && number <= max) === expected;
    };
  }
});
const presence = (expected) => ({ absent: !expected, prepare: () => () => expected });
const dateOperator = (compare) => ({
  absent: false,
  prepare: (value) => {
    if (typeof value !== "string" || !isDate(value)) return void 0;
    return (property, clock) => {
      const expected = relativeDate(value, clock.now) ?? absoluteDate(value, clock.timeZone);
      const time = parseTime(property, clock.timeZone);
      if (expected === void 0) return void 0;
      return time !== void 0 && compare(time, expected);
    };
  }
});
function isDate(value) {
  return (relativeDate(value, SOME_TIME) ?? absoluteDate(value, "UTC")) !== void 0;
}
const SOME_TIME = Date.UTC(2025, 0);
function parseTime(property, timeZone) {
  const seconds = toNumber(property);
  if (seconds !== void 0) return Number.isFinite(seconds) ? seconds * 1e3 : void 0;
  return typeof property === "string" ? absoluteDate(property, timeZone) : void 0;
}
const semver = {
  absent: false,
  prepare: (value, name) => {
    const filter = toText(value);
    const isVersion = matchesSemver(name, filter, "1.0.0") !== void 0;
    return isVersion ? (property) => matchesSemver(name, filter, toText(property)) : void 0;
  }
};
const OPERATORS = {
  exact,
  is_not: negated(exact),
  icontains: contains,
  not_icontains: negated(contains),
  icontains_multi: containsAny,
  not_icontains_multi: negated(containsAny),
  starts_with: startsWith,
  not_starts_with: negated(startsWith),
  ends_with: endsWith,
  not_ends_with: negated(endsWith),
  regex: regex(true),
  not_regex: regex(false),
  gt: numberOperator((property, expected) => property > expected),
  gte: numberOperator((property, expected) => property >= expected),
  lt: numberOperator((property, expected) => property < expected),
  lte: numberOperator((property, expected) => property <= expected),
  between: between(true),
  not_between: between(false),
  is_set: presence(true),
  is_not_set: presence(false),
  is_date_before: dateOperator((property, expected) => property < expected),
  is_date_after: dateOperator((property, expected) => property > expected),
  is_date_exact: dateOperator((property, expected) => property === expected),
  semver_eq: semver,
  semver_neq: semver,
  semver_gt: semver,
  semver_gte: semver,
  semver_lt: semver,
  semver_lte: semver,
  semver_tilde: semver,
  semver_caret: semver,
  semver_wildcard: semver
};

const MAX_DEPTH = 200;
function createCohortCompiler() {
  const cache = /* @__PURE__ */ new WeakMap();
  return (cohort) => {
    const cached = cache.get(cohort);
    if (cached) return cached;
    const isStatic = cohort.is_static === true;
    const compiled = { isStatic, root: isStatic ? void 0 : compileNode(cohort.filters, 0) };
    cache.set(cohort, compiled);
    return compiled;
  };
}
function compileNode(node, depth) {
  if (!isObject$2(node) || depth > MAX_DEPTH) return void 0;
  if (!["boolean", "undefined"].includes(typeof (node["negation"] ?? void 0))) return void 0;
  const negated = node["negation"] === true;
  const body = "values" in node ? compileGroup(node, depth) : compileFilter$1(node);
  return body && { ...body, negated };
}
function compileGroup({ type, values }, depth) {
  if (type !== "AND" && type !== "OR" || !Array.isArray(values) || values.length === 0) return void 0;
  const nodes = values.map((value) => compileNode(value, depth + 1));
  return nodes.every((node) => node !== void 0) ? { kind: type === "AND" ? "all" : "any", nodes } : void 0;
}
function compileFilter$1(node) {
  const { key, type, value } = node;
  const operator = node["operator"] ?? void 0;
  if (typeof key !== "string" || operator !== void 0 && typeof operator !== "string") return void 0;
  switch (type ?? "person") {
    case "cohort":
      return { kind: "cohort", cohortId: Number(toText(value)), member: operator !== "not_in" };
    case "person": {
      const test = propertyTest({ key, operator, value });
      return test && test !== UNREADABLE ? { kind: "property", test } : void 0;
    }
    default:
      return void 0;
  }
}

const filterShape = looseObject({
  key: string(),
  operator: string$1().nullish(),
  type: string$1().nullish(),
  group_type_index: int().nullish()
});
const conditionShape = looseObject({
  properties: array(filterShape).nullish(),
  rollout_percentage: number().nullish(),
  variant: string$1().nullish(),
  aggregation_group_type_index: int().nullish()
});
const filtersShape = looseObject({
  groups: array(conditionShape).nullish(),
  super_groups: array(conditionShape).nullish(),
  multivariate: looseObject({ variants: array(looseObject({ key: string$1(), rollout_percentage: number() })) }).nullish(),
  payloads: record(string$1(), unknown()).nullish(),
  aggregation_group_type_index: int().nullish(),
  holdout: looseObject({ id: union([number(), string$1()]), exclusion_percentage: number() }).nullish()
});
const definitionShape = looseObject({
  filters: filtersShape,
  evaluation_tags: array(string$1()).nullish(),
  evaluation_runtime: string$1().nullish()
});
function compileFlag(definition) {
  const isMalformed = !definitionShape.safeParse(definition).success;
  const filters = isMalformed ? {} : definition.filters;
  const groupIndex = filters.aggregation_group_type_index ?? void 0;
  const conditions = (filters.groups ?? []).map((condition) => compileCondition(condition, groupIndex));
  const [first] = filters.super_groups ?? [];
  const superCondition = first && compileCondition(first, groupIndex);
  const allFilters = [...conditions, ...superCondition ? [superCondition] : []].flatMap(
    (condition) => condition.filters
  );
  return {
    definition,
    conditions,
    superCondition,
    variants: filters.multivariate?.variants ?? [],
    payloads: textPayloads(filters.payloads ?? {}),
    groupIndex,
    dependsOn: allFilters.flatMap((filter) => filter.on === "flag" ? [filter.flagId] : []),
    hasUnknownOperator: allFilters.some((filter) => filter.on === "unknown"),
    isMalformed
  };
}
function textPayloads(payloads) {
  return Object.fromEntries(
    Object.entries(payloads).map(([key, value]) => [
      key,
      typeof value === "string" ? value : JSON.stringify(value)
    ])
  );
}
function compileCondition(condition, flagGroupIndex) {
  const groupIndex = condition.aggregation_group_type_index;
  const properties = condition.properties ?? [];
  const filters = properties.map(compileFilter);
  return {
    filters: [
      ...filters.filter((filter) => filter.on !== "cohort"),
      ...filters.filter((filter) => filter.on === "cohort")
    ],
    keys: properties.map((filter) => filter.key),
    rollout: condition.rollout_percentage,
    variant: condition.variant,
    groupIndex: groupIndex === void 0 ? flagGroupIndex : groupIndex ?? void 0
  };
}
function compileFilter(filter) {
  switch (filter.type ?? "person") {
    case "cohort":
      return { on: "cohort", cohortId: Number(toText(filter.value)), member: filter.operator !== "not_in" };
    case "flag":
      return { on: "flag", flagId: Number(toText(filter.key)), value: filter.value };
    case "group": {
      const test = propertyMatcher(filter);
      return test ? { on: "group", groupIndex: filter.group_type_index ?? void 0, test } : { on: "unknown" };
    }
    case "person": {
      const test = propertyMatcher(filter);
      return test ? { on: "person", test } : { on: "unknown" };
    }
    default:
      return { on: "unknown" };
  }
}

function createFlagCompiler() {
  const cache = /* @__PURE__ */ new WeakMap();
  return (row) => {
    const cached = cache.get(row);
    if (cached) return cached;
    const flag = compileFlag(row);
    cache.set(row, flag);
    return flag;
  };
}

function replyVersion(v) {
  if (v === null || v === "") return 2;
  return /^\d+$/.test(v) && Number(v) >= 2 ? 2 : 1;
}
function flagsReply(outcome) {
  return {
    flags: Object.fromEntries(outcome.results.map((result) => [result.key, result])),
    errorsWhileComputingFlags: outcome.results.some((result) => result.failed),
    ...quotaField(outcome),
    requestId: outcome.requestId,
    evaluatedAt: outcome.evaluatedAt
  };
}
function legacyFlagsReply(outcome) {
  const { results } = outcome;
  return {
    featureFlags: Object.fromEntries(
      results.map(({ key, enabled, variant }) => [key, enabled && (variant ?? true)])
    ),
    featureFlagPayloads: Object.fromEntries(
      results.flatMap(({ key, metadata }) => metadata?.payload ? [[key, metadata.payload]] : [])
    ),
    errorsWhileComputingFlags: results.some((result) => result.failed),
    ...quotaField(outcome),
    requestId: outcome.requestId
  };
}
function quotaField({ quotaLimited }) {
  return quotaLimited.length > 0 ? { quotaLimited } : {};
}

const DEFAULT_LIMIT$1 = 100;
function parsePage(query) {
  return { limit: parseCount(query.get("limit")) || DEFAULT_LIMIT$1, offset: parseCount(query.get("offset")) };
}
function parseCount(text) {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : 0;
}
function pageLinks(url, { limit, offset }, count) {
  const linkAt = (position) => {
    const link = new URL(url);
    link.searchParams.set("limit", String(limit));
    if (position > 0) link.searchParams.set("offset", String(position));
    else link.searchParams.delete("offset");
    return link.href;
  };
  return {
    next: offset + limit < count ? linkAt(offset + limit) : null,
    previous: offset > 0 ? linkAt(Math.max(0, offset - limit)) : null
  };
}

const flagListRoutes = [
  {
    method: "GET",
    path: MANAGED_FLAGS_PATH,
    access: "management",
    scope: "feature_flag:read",
    summary: "Lists feature flags.",
    replies: {
      200: {
        description: "A page of flags.",
        schema: looseObject({ count: int(), results: array(anyObject) })
      }
    },
    isHidden: true,
    handle: listFlags
  }
];
async function listFlags({ service, project, request, query }) {
  const page = parsePage(query);
  const rows = await service.store.find("flags", { where: { project_id: project.id } });
  const flags = rows.filter(({ deleted }) => !deleted);
  const results = flags.slice(page.offset, page.offset + page.limit).map(({ project_id, ...definition }) => definition);
  return {
    status: 200,
    body: { count: flags.length, ...pageLinks(request.url, page, flags.length), results }
  };
}

function localCohorts(rows, compileCohort) {
  const roots = new Map(rows.map((row) => [row.id, compileCohort(row).root]));
  const results = /* @__PURE__ */ new Map();
  const isLocal = (id) => {
    const known = results.get(id);
    if (known !== void 0) return known;
    results.set(id, false);
    const root = roots.get(id);
    const result = root !== void 0 && isReadGroup(root) && referencedIds(root).every(isLocal);
    results.set(id, result);
    return result;
  };
  return Object.fromEntries(rows.filter((row) => isLocal(row.id)).map((row) => [String(row.id), row.filters]));
}
function isReadGroup(node) {
  if (node.kind !== "all" && node.kind !== "any" || node.negated) return false;
  const isGroup = (part) => part.kind === "all" || part.kind === "any";
  return node.nodes.some(isGroup) ? node.nodes.every(isReadGroup) : true;
}
function referencedIds(node) {
  if (node.kind === "cohort") return [node.cohortId];
  return node.kind === "property" ? [] : node.nodes.flatMap(referencedIds);
}

const LEFT_TO_SERVICE = { key: "id", type: "cohort", value: -1, operator: "in" };
function localEvaluation({ flags, groupTypes, cohorts }, { compileFlag, compileCohort }) {
  const keys = new Map(flags.map((flag) => [String(flag.id), flag.key]));
  return {
    flags: flags.filter((flag) => !flag.deleted && passesRuntime(flag, "server")).map((flag) => localFlag(compileFlag(flag), keys)),
    group_type_mapping: Object.fromEntries(groupTypes.map(({ index, type }) => [String(index), type])),
    cohorts: localCohorts(cohorts, compileCohort)
  };
}
function localFlag(flag, keys) {
  const { definition, conditions, isMalformed } = flag;
  if (isMalformed) return { ...definition, filters: { groups: [] } };
  const { groups } = definition.filters;
  if (flag.superCondition || definition.filters.feature_enrollment)
    return withGroups(flag, [{ properties: [LEFT_TO_SERVICE], rollout_percentage: 100 }]);
  if (!groups) return { ...definition };
  return withGroups(
    flag,
    groups.map((group, index) => ({
      ...group,
      properties: isReadBySdks(group, conditions[index]) ? group.properties?.map((filter) => withDependencyKey(filter, keys)) ?? [] : [LEFT_TO_SERVICE]
    }))
  );
}
function withGroups({ definition }, groups) {
  return { ...definition, filters: { ...definition.filters, groups } };
}
function isReadBySdks({ properties }, { filters, groupIndex }) {
  const subject = groupIndex === void 0 ? "person" : "group";
  const isAboutSubject = filters.every((filter) => ["cohort", "flag", subject].includes(filter.on));
  const isReadable = (filter) => filter.type === "cohort" || filter.type === "flag" || hasReadableValue(filter);
  return isAboutSubject && (properties ?? []).every(isReadable);
}
function withDependencyKey(filter, keys) {
  if (filter.type !== "flag") return { ...filter };
  const key = keys.get(filter.key);
  return key === void 0 ? { ...filter, dependency_chain: [] } : { ...filter, key, dependency_chain: [key] };
}

const PATHS = ["/flags/definitions", "/api/feature_flag/local_evaluation"];
function createLocalEvaluationRoutes(deps) {
  return PATHS.map((path) => ({
    method: "GET",
    path,
    access: "public",
    summary: "Returns flag definitions for SDKs that evaluate locally.",
    replies: { 200: { description: "The flags, group types and cohorts of a project.", schema: anyObject } },
    isHidden: true,
    isLegacy: true,
    handle: (context) => replyWithDefinitions(context, deps)
  }));
}
async function replyWithDefinitions(context, deps) {
  const { service, request, query } = context;
  const { key } = await authenticate(service, request);
  requireScope(key, "feature_flag:read");
  const project = await findProjectByToken(service, query.get("token") ?? "");
  if (!project) throw unauthenticated("invalid_api_key", "Project API key invalid.");
  requireProjectAccess(key, project);
  const where = { project_id: project.id };
  const rows = {
    flags: await service.store.find("flags", { where }),
    groupTypes: await service.store.find("groupTypes", { where }),
    cohorts: await service.store.find("cohorts", { where })
  };
  const body = localEvaluation(rows, deps);
  const text = JSON.stringify(body);
  const etag = `"${hash01(text)}"`;
  if (request.header("if-none-match") === etag) return { status: 304, headers: { ETag: etag } };
  return { status: 200, body: text, headers: { ETag: etag } };
}

const properties = anyObject.nullish();
const flagsBody = looseObject({
  api_key: string$1().nullish().openapi({ description: "Project API key." }),
  distinct_id: union([string$1(), number()]).nullish().openapi({ type: "string", description: "Identifies the user." }),
  groups: anyObject.nullish().openapi({ description: "Group type -> group id." }),
  evaluation_environments: array(string$1()).nullish().openapi({ description: "Only flags without tags, or with one of these tags, are returned." }),
  evaluation_contexts: array(string$1()).nullish(),
  person_properties: properties.openapi({ description: "Used instead of stored person properties." }),
  group_properties: record(string$1(), anyObject.nullable()).nullish().openapi({ description: "Group type -> properties, used instead of stored ones." }),
  token: string$1().nullish(),
  $token: string$1().nullish(),
  $distinct_id: union([string$1(), number()]).nullish().openapi({ type: "string" }),
  $properties: properties,
  $groups: anyObject.nullish(),
  $anon_distinct_id: string$1().nullish(),
  $device_id: string$1().nullish(),
  evaluation_runtime: string$1().nullish(),
  flag_keys: array(string$1()).nullish(),
  flag_keys_to_evaluate: array(string$1()).nullish(),
  disable_flags: boolean().nullish(),
  geoip_disable: boolean().nullish(),
  timezone: string$1().nullish()
}).openapi("FlagsRequest");
function parseFlagsRequest(body) {
  const id = body.distinct_id ?? body.$distinct_id;
  return {
    token: (body.token ?? body.api_key ?? body.$token ?? "").trim(),
    distinctId: id === null || id === void 0 ? void 0 : String(id),
    groups: body.groups ?? body.$groups ?? {},
    environments: body.evaluation_environments ?? body.evaluation_contexts ?? [],
    personProperties: body.person_properties ?? body.$properties ?? {},
    groupProperties: body.group_properties ?? {},
    anonDistinctId: body.$anon_distinct_id || void 0,
    deviceId: body.$device_id || void 0,
    runtime: body.evaluation_runtime ?? void 0,
    keys: body.flag_keys ?? body.flag_keys_to_evaluate ?? void 0,
    isDisabled: body.disable_flags === true,
    isGeoDisabled: body.geoip_disable === true
  };
}
const flagsQuery = object({
  v: string$1().optional().openapi({ description: "Version of the reply. The documented version is 2." }),
  config: string$1().optional().openapi({ description: "`true` adds the configuration to the reply." }),
  compression: string$1().optional(),
  only_evaluate_survey_feature_flags: string$1().optional()
});
const flagResult = object({
  key: string$1(),
  enabled: boolean(),
  variant: string$1().optional(),
  failed: boolean().optional(),
  reason: object({
    code: string$1(),
    condition_index: int().nullable(),
    description: string$1().nullable()
  }),
  metadata: object({
    id: int(),
    version: int(),
    payload: string$1().optional().openapi({ description: "JSON text." })
  })
}).openapi("FlagResult");
const flagsReplyBody = looseObject({
  flags: record(string$1(), flagResult),
  errorsWhileComputingFlags: boolean(),
  requestId: uuid(),
  quotaLimited: array(string$1()).optional(),
  config: looseObject({ enable_collect_everything: boolean() }).optional(),
  toolbarParams: anyObject.optional(),
  isAuthenticated: boolean().optional(),
  supportedCompression: array(string$1()).optional(),
  surveys: union([boolean(), array(anyObject)]).optional()
}).openapi("FlagsReply");

function createFlagRoutes(host) {
  const deps = {
    ...host,
    compileFlag: createFlagCompiler(),
    compileCohort: createCohortCompiler()
  };
  return [
    {
      method: "POST",
      path: FLAGS_PATH,
      access: "public",
      summary: "Evaluates feature flags for a user.",
      query: flagsQuery,
      body: flagsBody,
      replies: {
        200: {
          description: "One result for each flag that the request may receive.",
          schema: flagsReplyBody
        }
      },
      handle: (context) => replyWithFlags(context, deps)
    },
    ...createEarlyAccessRoutes(deps.compileFlag),
    ...createConfigRoutes(host),
    ...createLocalEvaluationRoutes(deps),
    ...flagListRoutes
  ];
}
const CONTENT_TYPES = /^(application\/json|text\/plain|application\/x-www-form-urlencoded|application\/octet-stream)\b/i;
async function replyWithFlags(context, deps) {
  const { service, request, query } = context;
  requireKnownContentType(request.header("content-type"));
  const json = await decodeBody(context, { strictCompression: true, guessBase64: true });
  const flagsRequest = parseFlagsRequest(validate(flagsBody, json));
  const project = await requireProject(service, flagsRequest.token);
  const quota = service.quota(project.id);
  const surveysOnly = query.get("only_evaluate_survey_feature_flags") === "true";
  const isLimited = quota.flags === true && !surveysOnly && !flagsRequest.isDisabled;
  const requestIdHeader = request.header("x-request-id");
  const outcome = {
    results: isLimited ? [] : await evaluateRequest(deps, context, { project, flagsRequest, surveysOnly }),
    quotaLimited: [...isLimited ? ["feature_flags"] : [], ...quota.recordings ? ["recordings"] : []],
    requestId: isUuid(requestIdHeader) ? requestIdHeader : service.uuid(),
    evaluatedAt: service.now()
  };
  const version = replyVersion(query.get("v") ?? query.get("version"));
  const config = query.get("config") === "true" ? await readConfig(deps, service, project) : {};
  const reply = version === 2 ? flagsReply(outcome) : legacyFlagsReply(outcome);
  return { status: 200, body: { ...config, ...reply } };
}
function requireKnownContentType(type) {
  if (!type || CONTENT_TYPES.test(type)) return;
  const detail = `Failed to decode request: unsupported content type: ${type}. Please check your request format and try again.`;
  throw invalidPayload(detail);
}
async function requireProject(service, token) {
  if (token === "") {
    const detail2 = "No API token provided. Please include a valid API token in your request.";
    throw unauthenticated("not_authenticated", detail2);
  }
  service.throttle("flags", token);
  const project = await findProjectByToken(service, token);
  if (project) return project;
  const detail = "The provided API key is invalid or has expired. Please check your API key and try again.";
  throw unauthenticated("authentication_failed", detail);
}

function publicGetRoutes(routes) {
  const posts = routes.filter((route) => route.access === "public").filter((route) => route.method === "POST");
  return posts.map((route) => ({
    method: "GET",
    path: route.path,
    access: "public",
    summary: route.summary,
    replies: route.replies,
    isHidden: true,
    handle: route.path === FLAGS_PATH ? emptyFlagsReply : (context) => route.handle(withQueryBody(context))
  }));
}
function withQueryBody(context) {
  const data = context.query.get("data");
  const form = data ? new URLSearchParams({ data }).toString() : "";
  return { ...context, request: { ...context.request, body: new TextEncoder().encode(form) } };
}
async function emptyFlagsReply() {
  const body = {
    flags: {},
    supportedCompression: ["gzip", "gzip-js", "lz64"],
    config: { enable_collect_everything: true },
    toolbarParams: {},
    isAuthenticated: false,
    sessionRecording: false
  };
  return { status: 200, body };
}

const INFO = {
  title: "Earshot reference service",
  version: "1",
  description: "Event capture, flag evaluation, surveys and account settings."
};
const SECURITY_SCHEME = "personalKey";
function openApiRoute(routes) {
  let document;
  return {
    method: "GET",
    path: OPENAPI_PATH,
    access: "public",
    summary: "Returns the OpenAPI document.",
    replies: { 200: { description: "OpenAPI 3.1." } },
    isHidden: true,
    handle: async () => {
      document ?? (document = openApiDocument(routes));
      return { status: 200, body: document };
    }
  };
}
function openApiDocument(routes) {
  const app = new OpenAPIHono();
  const registry = app.openAPIRegistry;
  registry.registerComponent("securitySchemes", SECURITY_SCHEME, { type: "http", scheme: "bearer" });
  for (const route of routes) if (!route.isHidden) registry.registerPath(pathConfig(route));
  return app.getOpenAPI31Document({ openapi: "3.1.0", info: INFO });
}
function pathConfig(route) {
  const names = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]);
  const params = object(Object.fromEntries(names.map((name) => [name, string$1()])));
  const config = {
    method: METHODS[route.method],
    path: route.path.replace(/:(\w+)/g, "{$1}"),
    summary: route.summary,
    responses: responses(route),
    request: {
      ...names.length > 0 ? { params } : {},
      ...route.query ? { query: route.query } : {},
      ...route.body ? { body: { content: { "application/json": { schema: route.body } } } } : {}
    }
  };
  if (route.access === "public") return config;
  const scopes = route.access === "management" ? [route.scope] : [];
  return { ...config, security: [{ [SECURITY_SCHEME]: scopes }] };
}
const METHODS = { GET: "get", POST: "post", PATCH: "patch", DELETE: "delete" };
function responses(route) {
  const documented = Object.entries(route.replies).map(([status, { description, schema }]) => [
    status,
    schema ? { description, content: { "application/json": { schema } } } : { description }
  ]);
  const errorResponse = { description: "An error.", content: { "application/json": { schema: errorBody } } };
  return { ...Object.fromEntries(documented), default: errorResponse };
}

const projectRoutes = [
  {
    method: "GET",
    path: "/api/projects/",
    access: "user",
    needsNoScope: true,
    summary: "Lists projects.",
    replies: {
      200: {
        description: "The projects.",
        schema: looseObject({ count: int(), results: array(looseObject({ id: int() })) })
      }
    },
    handle: listProjects
  }
];
async function listProjects({ service, request, query, key }) {
  const page = parsePage(query);
  const all = await service.store.find("projects", { where: {} });
  const accessible = all.filter(({ id }) => key?.project_ids?.includes(id) ?? true);
  const count = accessible.length;
  const rows = accessible.slice(page.offset, page.offset + page.limit);
  const results = rows.map(({ id, name, token, organization_id, time_zone }) => ({
    id,
    name,
    api_token: token,
    organization: organization_id,
    timezone: time_zone
  }));
  return { status: 200, body: { count, ...pageLinks(request.url, page, count), results } };
}

const SURVEY_TYPES = ["popover", "widget", "external_survey", "api"];
const SAMPLING_INTERVALS = ["day", "week", "month"];

const openJson = () => unknown().transform((value) => value);
const utcDateTime = dateTime.transform((text) => formatIsoDate(parseIsoDate(text)));
const utcDateTimes = array(utcDateTime);
const nullableBoolean = boolean().nullable().transform((value) => value ?? false);
const translations = record(
  string$1(),
  anyObject.transform((texts) => texts),
  { error: "Translations must be an object" }
).transform((texts) => Object.keys(texts).length > 0 ? texts : null);
const embeddedFlag = object({
  id: integer,
  team_id: integer,
  name: string$1(),
  key: string$1(),
  filters: anyObject,
  deleted: boolean(),
  active: boolean(),
  ensure_experience_continuity: boolean(),
  has_encrypted_payloads: boolean(),
  version: integer.nullable(),
  evaluation_runtime: _enum(["server", "client", "all"]).nullable(),
  evaluation_tags: array(string$1())
}).openapi("FeatureFlag");
const userSummary = object({
  id: integer,
  uuid: uuid(),
  distinct_id: string$1(),
  first_name: string$1(),
  last_name: string$1(),
  email: email(),
  is_email_verified: boolean().nullable(),
  hedgehog_config: anyObject.nullable(),
  role_at_organization: string$1().nullable()
}).openapi("UserSummary");

const NOT_OBJECTS = "Questions must be a list of objects";
const CONTENT_TYPE = "Question descriptionContentType must be one of ['text', 'html']";
const CHOICES = "Question choices must be a list";
const SCRIPT_LINK = "Question link must not be a script or data URL";
const RESPONSE_VALUES = "Branching responseValues must map answers to a question index or to end";
const text = (field) => string$1({ error: `Question ${field} must be a string` });
const flag = (field) => boolean({ error: `Question ${field} must be a boolean` }).nullish();
const BRANCHINGS = {
  next_question: looseObject({ type: literal("next_question") }),
  end: looseObject({ type: literal("end") }),
  specific_question: looseObject({
    type: literal("specific_question"),
    index: int({ error: "Branching index must be an integer" })
  }),
  response_based: looseObject({
    type: literal("response_based"),
    responseValues: record(string$1(), union([int(), string$1()], { error: RESPONSE_VALUES }), {
      error: RESPONSE_VALUES
    })
  })
};
const { next_question, response_based, ...others } = BRANCHINGS;
const branchingTypeError = (allowed) => ({
  error: `Question branching type must be one of: ${allowed}`
});
const branching = discriminatedUnion(
  "type",
  [next_question, ...Object.values(others)],
  branchingTypeError(
    "next_question, end, specific_question; response_based is for rating and single_choice questions"
  )
).nullish();
const answerBranching = discriminatedUnion(
  "type",
  [next_question, ...Object.values(others), response_based],
  branchingTypeError(Object.keys(BRANCHINGS).join(", "))
).nullish();
const baseFields = {
  id: text("id").nullish(),
  question: string$1({ error: "Question text is required" }),
  description: text("description").nullish(),
  descriptionContentType: _enum(["text", "html"], { error: CONTENT_TYPE }).nullish(),
  optional: flag("optional"),
  buttonText: text("buttonText").nullish()
};
const choiceFields = {
  choices: array(unknown(), { error: CHOICES }).nullish(),
  shuffleOptions: flag("shuffleOptions"),
  hasOpenChoice: flag("hasOpenChoice")
};
const QUESTIONS = {
  open: looseObject({ ...baseFields, type: literal("open"), branching }),
  link: looseObject({
    ...baseFields,
    type: literal("link"),
    link: text("link").refine(isSafeLink, { error: SCRIPT_LINK }).nullish(),
    branching
  }),
  rating: looseObject({
    ...baseFields,
    type: literal("rating"),
    display: _enum(["number", "emoji"], { error: "Question display must be one of: number, emoji" }).nullish(),
    scale: number({ error: "Question scale must be a number" }).nullish(),
    lowerBoundLabel: text("lowerBoundLabel").nullish(),
    upperBoundLabel: text("upperBoundLabel").nullish(),
    branching: answerBranching
  }),
  single_choice: looseObject({
    ...baseFields,
    type: literal("single_choice"),
    ...choiceFields,
    branching: answerBranching
  }),
  multiple_choice: looseObject({
    ...baseFields,
    type: literal("multiple_choice"),
    ...choiceFields,
    branching
  })
};
const { open, ...otherQuestions } = QUESTIONS;
const question = discriminatedUnion("type", [open, ...Object.values(otherQuestions)], {
  error: ({ input }) => typeof input !== "object" || input === null ? NOT_OBJECTS : `Question type must be one of: ${Object.keys(QUESTIONS).join(", ")}`
});
const TYPE_FIELDS = [
  "link",
  "display",
  "scale",
  "lowerBoundLabel",
  "upperBoundLabel",
  ...Object.keys(choiceFields)
];
const questions = array(question, { error: NOT_OBJECTS }).superRefine((list, context) => {
  for (const [index, item] of list.entries()) {
    const error = foreignFieldError(item) ?? branchingError(item.branching, list.length);
    if (error) context.addIssue({ code: "custom", message: error, path: [index, "branching"] });
  }
});
function foreignFieldError(item) {
  const fields = QUESTIONS[item.type].shape;
  const foreign = TYPE_FIELDS.find((field) => !(field in fields) && (item[field] ?? null) !== null);
  return foreign && `Question ${foreign} is no field of questions of type ${item.type}`;
}
function branchingError(branching2, count) {
  const exists = (index) => index >= 0 && index < count;
  if (branching2?.type === "specific_question" && !exists(branching2.index)) {
    return "Branching index must be the index of a question";
  }
  if (branching2?.type !== "response_based") return void 0;
  const isTarget = (value) => typeof value === "number" ? exists(value) : value === "end" || value === "next_question";
  return Object.values(branching2.responseValues).every(isTarget) ? void 0 : RESPONSE_VALUES;
}
function isSafeLink(url) {
  const scheme = Array.from(url).filter((character) => character > " ").join("").toLowerCase();
  return !["javascript:", "vbscript:", "data:"].some((prefix) => scheme.startsWith(prefix));
}

const nullable = (write, reply = write) => ({
  write: write.nullish(),
  reply: reply.nullable(),
  initial: null
});
const anyJson = () => ({ write: openJson().optional(), reply: unknown(), initial: null });
const FIELDS = {
  project_id: {},
  id: { reply: uuid(), isPublic: true },
  name: { write: string$1().min(1).max(400), reply: string$1(), initial: "", isPublic: true },
  description: { write: string$1().optional(), reply: string$1(), initial: "" },
  type: { write: _enum(SURVEY_TYPES), reply: _enum(SURVEY_TYPES), initial: "popover", isPublic: true },
  schedule: {
    // The interface shows no values. Clients take an unknown schedule for `once`.
    ...nullable(
      string$1().transform((value) => value),
      string$1()
    ),
    initial: "once",
    isPublic: true
  },
  linked_flag: { reply: embeddedFlag.nullable() },
  linked_flag_id: nullable(integer),
  linked_flag_key: { initial: null, isPublic: true },
  targeting_flag: { reply: embeddedFlag.nullable() },
  targeting_flag_id: { write: integer.nullish(), writeReply: integer.nullable(), initial: null },
  targeting_flag_key: { initial: null, isPublic: true },
  targeting_flag_filters: {
    write: openJson().optional(),
    writeReply: unknown(),
    initial: null
  },
  remove_targeting_flag: { write: boolean().nullish(), writeReply: boolean().nullable() },
  internal_targeting_flag: { reply: embeddedFlag.nullable() },
  internal_targeting_flag_id: { initial: null },
  internal_targeting_flag_key: { initial: null, isPublic: true },
  sampling_flag_id: { initial: null },
  feature_flag_keys: { initial: null, isPublic: true },
  questions: { ...nullable(questions.transform((list) => list)), initial: [], isPublic: true },
  conditions: { ...anyJson(), isPublic: true },
  appearance: { ...anyJson(), isPublic: true },
  created_at: { reply: dateTime },
  created_by: { reply: userSummary.nullable() },
  created_by_id: {},
  start_date: { ...nullable(utcDateTime), isPublic: true },
  end_date: { ...nullable(utcDateTime), isPublic: true },
  archived: { write: boolean().optional(), reply: boolean(), initial: false },
  responses_limit: nullable(integer),
  iteration_count: nullable(integer),
  iteration_frequency_days: nullable(integer),
  iteration_start_dates: { ...nullable(utcDateTimes, array(dateTime)), initial: [] },
  current_iteration: { ...nullable(integer), isPublic: true },
  current_iteration_start_date: { ...nullable(utcDateTime), isPublic: true },
  response_sampling_start_date: nullable(utcDateTime),
  response_sampling_interval_type: { ...nullable(_enum(SAMPLING_INTERVALS)), initial: "week" },
  response_sampling_interval: nullable(integer),
  response_sampling_limit: nullable(integer),
  response_sampling_daily_limits: anyJson(),
  enable_partial_responses: {
    write: nullableBoolean.optional(),
    reply: boolean().nullable(),
    initial: false,
    isPublic: true
  },
  base_language: { initial: null, isPublic: true },
  translations: {
    write: translations.nullish(),
    reply: translations.optional(),
    initial: null,
    isPublic: true
  },
  _create_in_folder: {
    write: string$1().nullish(),
    writeReply: string$1().nullable(),
    initial: null,
    isUnlogged: true
  }
};
function fieldsWith(property) {
  const fields = Object.entries(FIELDS);
  const values = fields.filter(([, field]) => property in field).map(([name, field]) => [name, field[property]]);
  return Object.fromEntries(values);
}

function pick(object, names) {
  const members = Object.keys(names).map((name) => [name, object[name]]);
  return Object.fromEntries(members);
}

const PUBLIC_FIELDS = fieldsWith("isPublic");
function serializePublicSurvey(row, keys) {
  const samplingKey = keys.sampling && { key: "internal_response_sampling_flag_key", value: keys.sampling };
  const values = {
    ...row,
    linked_flag_key: keys.linked ?? row.linked_flag_key,
    targeting_flag_key: keys.targeting ?? row.targeting_flag_key,
    internal_targeting_flag_key: keys.internal ?? row.internal_targeting_flag_key,
    // The sampling flag has no field of its own.
    feature_flag_keys: samplingKey ? [samplingKey] : row.feature_flag_keys ?? void 0,
    questions: row.questions ?? [],
    base_language: row.base_language ?? void 0,
    translations: row.translations ?? void 0
  };
  return pick(values, PUBLIC_FIELDS);
}

async function listPublicSurveys(store, projectId) {
  const rows = await store.find("surveys", { where: { project_id: projectId, archived: false } });
  return Promise.all(rows.map(async (row) => serializePublicSurvey(row, await findFlagKeys(store, row))));
}
async function findFlagKeys(store, row) {
  const findKey = async (id) => {
    const flag = id === null ? void 0 : await store.get("flags", { project_id: row.project_id, id });
    return flag?.key ?? null;
  };
  return {
    linked: await findKey(row.linked_flag_id),
    targeting: await findKey(row.targeting_flag_id),
    internal: await findKey(row.internal_targeting_flag_id),
    sampling: await findKey(row.sampling_flag_id)
  };
}

function flagRow(projectId, key, definition, id) {
  return {
    id,
    team_id: projectId,
    name: key,
    deleted: false,
    active: true,
    ensure_experience_continuity: false,
    has_encrypted_payloads: false,
    version: 1,
    evaluation_runtime: "all",
    evaluation_tags: [],
    ...definition,
    key,
    project_id: projectId
  };
}
async function nextFlagId(store, projectId) {
  const [latest] = await store.find("flags", { where: { project_id: projectId }, order: "newest", limit: 1 });
  return (latest?.id ?? 0) + 1;
}
async function findFlag(store, projectId, id) {
  const flag = id === null ? void 0 : await store.get("flags", { project_id: projectId, id });
  return flag?.deleted ? void 0 : flag;
}

async function requireSurvey(store, projectId, id) {
  const find = (id2) => store.get("surveys", { project_id: projectId, id: id2 });
  const survey = id && (await find(id) ?? await find(id.toLowerCase()));
  if (!survey) throw notFound();
  return survey;
}
async function findRelations(store, row) {
  const flag = (id) => findFlag(store, row.project_id, id);
  return {
    linked: await flag(row.linked_flag_id),
    targeting: await flag(row.targeting_flag_id),
    internal: await flag(row.internal_targeting_flag_id),
    sampling: await flag(row.sampling_flag_id),
    createdBy: row.created_by_id === null ? void 0 : await store.get("users", { id: row.created_by_id })
  };
}

const DEFAULT_LIMIT = 10;
async function listActivity(context) {
  return activityPage(context, { project_id: context.project.id });
}
async function listSurveyActivity(context) {
  const { service, project, params } = context;
  const survey = await requireSurvey(service.store, project.id, params["id"]);
  return activityPage(context, { project_id: project.id, item_id: survey.id });
}
async function activityPage({ service, request, query }, where) {
  const limit = parsePositive(query.get("limit")) ?? DEFAULT_LIMIT;
  const number = parsePositive(query.get("page")) ?? 1;
  const page = { limit, offset: (number - 1) * limit };
  const total_count = await service.store.count("activity", { where });
  const rows = await service.store.find("activity", { where, order: "newest", ...page });
  const results = await Promise.all(
    rows.map(async (row) => serializeActivity(row, await findAuthor(service, row)))
  );
  return {
    status: 200,
    body: { results, ...numberedLinks(request.url, page, total_count), total_count }
  };
}
async function findAuthor({ store }, { user_id }) {
  const user = user_id === null ? void 0 : await store.get("users", { id: user_id });
  return user ? { first_name: user.first_name, email: user.email } : null;
}
function serializeActivity(row, user) {
  return {
    id: row.id,
    user,
    activity: row.activity,
    scope: "Survey",
    item_id: row.item_id,
    detail: {
      id: row.item_id,
      changes: row.changes,
      name: row.name,
      short_id: null,
      type: null,
      merge: null,
      trigger: null
    },
    created_at: row.created_at
  };
}
function numberedLinks(url, page, count) {
  const { next, previous } = pageLinks(url, page, count);
  const numbered = (link, step) => {
    if (link === null) return null;
    const numberedUrl = new URL(link);
    numberedUrl.searchParams.delete("offset");
    numberedUrl.searchParams.set("page", String(page.offset / page.limit + 1 + step));
    return numberedUrl.href;
  };
  return { next: numbered(next, 1), previous: numbered(previous, -1) };
}
function parsePositive(text) {
  return text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : void 0;
}

const activityQuery = object({
  limit: string$1().optional().openapi({ type: "integer" }),
  page: string$1().optional().openapi({ type: "integer" })
});
const activityBody = object({
  results: array(
    object({
      id: string$1(),
      user: object({ first_name: string$1(), email: string$1() }).nullable(),
      activity: _enum(["created", "updated", "deleted"]),
      scope: literal("Survey"),
      item_id: string$1(),
      detail: looseObject({ name: string$1() }),
      created_at: string$1()
    })
  ),
  next: string$1().nullable(),
  previous: string$1().nullable(),
  total_count: int()
}).openapi("Activity");

function parseJsonBody({ request, log, service }) {
  if (request.isBodyTooLarge) throw payloadTooLarge(service.maxBodyBytes);
  if (request.body.length === 0) return {};
  try {
    const json = parseJson$1(new TextDecoder("utf-8", { fatal: true }).decode(request.body));
    log.encoding = "plain";
    log.body = json;
    return json;
  } catch {
    const detail = "JSON parse error - the body is not valid JSON";
    throw new HttpError(400, { type: "invalid_request", code: "parse_error", detail });
  }
}

const surveyWrite = object(fieldsWith("write")).openapi("SurveyWrite");
const surveyPatch = surveyWrite.partial().openapi("SurveyPatch");
const readSurveyBody = object({
  ...fieldsWith("reply"),
  feature_flag_keys: array(object({ key: string$1(), value: string$1().nullable() })),
  user_access_level: string$1()
}).openapi("Survey");
const writtenSurveyBody = object({ ...fieldsWith("reply"), ...fieldsWith("writeReply") }).openapi("WrittenSurvey");
const listQuery = object({
  limit: string$1().optional().openapi({ type: "integer", description: "Number of results to return per page." }),
  offset: string$1().optional().openapi({ type: "integer", description: "The initial index of the results." }),
  search: string$1().optional().openapi({ description: "Words that must each occur in the name or the description." })
});
const surveyListBody = object({
  count: int(),
  next: url().nullable(),
  previous: url().nullable(),
  results: array(readSurveyBody)
}).openapi("SurveyList");

const KNOWN_FIELDS = new Set(Object.keys({ ...readSurveyBody.shape, ...writtenSurveyBody.shape }));
function parseSurveyBody(schema, context) {
  const body = parseJsonBody(context);
  const input = validate(schema, body);
  const unknown = Object.keys(body).find((name) => !KNOWN_FIELDS.has(name));
  if (unknown !== void 0) throw invalidInput("A survey has no field of this name.", unknown);
  return input;
}

const publicSurveyRoutes = [
  {
    method: "GET",
    path: SURVEY_LIST_PATH,
    access: "public",
    summary: "Lists the surveys of a project in the form that browsers receive.",
    query: tokenQuery,
    replies: {
      200: { description: "The surveys.", schema: object({ surveys: array(anyObject) }).loose() }
    },
    handle: listForBrowsers
  }
];
async function listForBrowsers(context) {
  const project = await requireQueryProject(context);
  const surveys = await listPublicSurveys(context.service.store, project.id);
  const overrides = context.service.config(project.id);
  return { status: 200, body: { surveys, survey_config: overrides["survey_config"] ?? null } };
}

const DAY_MS = 864e5;
const MAX_ITERATIONS = 500;
const MAX_SAMPLING_DAYS = 3650;
const LAST_DATE = Date.UTC(9999, 11, 31);
const INTERVAL_DAYS = { day: 1, week: 7, month: 30 };
function iterationFields(survey) {
  const { iteration_count: count, iteration_frequency_days: days, start_date } = survey;
  if (!isPositive(count) || !isPositive(days))
    return { iteration_start_dates: [], current_iteration: null, current_iteration_start_date: null };
  if (start_date === null) {
    return { iteration_start_dates: null, current_iteration: null, current_iteration_start_date: null };
  }
  const start = Date.parse(start_date);
  const starts = Array.from(
    { length: Math.min(count, MAX_ITERATIONS) },
    (_, index) => start + index * days * DAY_MS
  );
  const dates = starts.filter((time, index) => index === 0 || time <= LAST_DATE).map(formatIsoDate);
  return {
    iteration_start_dates: dates,
    current_iteration: survey.current_iteration ?? 1,
    current_iteration_start_date: dates[(survey.current_iteration ?? 1) - 1] ?? dates[0]
  };
}
function iterationChange(survey, now) {
  const { iteration_start_dates: dates, iteration_frequency_days: days } = survey;
  if (!dates || dates.length === 0 || !isPositive(days) || survey.end_date !== null || survey.start_date === null)
    return void 0;
  if (now >= Date.parse(dates.at(-1)) + days * DAY_MS) return "ended";
  const current = dates.filter((date) => Date.parse(date) <= now).length;
  if (current === 0 || current === survey.current_iteration) return void 0;
  return { current_iteration: current, current_iteration_start_date: dates[current - 1] };
}
function dailySamplingLimits(survey) {
  const {
    response_sampling_start_date: start,
    response_sampling_interval: interval,
    response_sampling_limit: limit
  } = survey;
  if (start === null || !isPositive(interval) || !isPositive(limit)) return null;
  const days = interval * INTERVAL_DAYS[survey.response_sampling_interval_type ?? "week"];
  const daysLeft = Math.ceil((LAST_DATE - Date.parse(start)) / DAY_MS);
  return Array.from({ length: Math.max(1, Math.min(days, MAX_SAMPLING_DAYS, daysLeft)) }, (_, index) => ({
    date: new Date(Date.parse(start) + index * DAY_MS).toISOString().slice(0, 10),
    daily_response_limit: Math.ceil(limit / days),
    rollout_percentage: index === days - 1 ? 100 : Math.round(1e4 * (index + 1) / days) / 100
  }));
}
function samplingRollout({ response_sampling_daily_limits: limits }, now) {
  const today = new Date(now).toISOString().slice(0, 10);
  return readDailyLimits(limits).filter((limit) => limit.date <= today).at(-1)?.rollout_percentage;
}
function readDailyLimits(value) {
  const list = typeof value === "string" ? parseJson(value) : value;
  return Array.isArray(list) ? list.filter(isDailyLimit) : [];
}
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return void 0;
  }
}
function isDailyLimit(value) {
  if (!isObject$2(value)) return false;
  return typeof value["date"] === "string" && typeof value["rollout_percentage"] === "number";
}
function isPositive(value) {
  return value !== null && value > 0;
}

function surveyFlagName(survey) {
  return `Targeting flag for survey ${survey.name}`;
}
function surveyFlagKey(bytes, suffix) {
  const hex = Array.from(bytes.slice(0, 5), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return SURVEY_FLAG_PREFIX + hex + suffix;
}
function isRunning(survey) {
  return survey.start_date !== null && survey.end_date === null && !survey.archived;
}
function internalTargetingFilters(survey) {
  const iteration = isPositive(survey.iteration_count) ? `/${survey.current_iteration ?? 1}` : "";
  const notReacted = [
    SURVEY_DISMISSED_PREFIX + survey.id + iteration,
    SURVEY_RESPONDED_PREFIX + survey.id + iteration
  ].map(isNotSet);
  const waitDays = survey.conditions?.seenSurveyWaitPeriodInDays;
  if (typeof waitDays !== "number" || waitDays <= 0) return { groups: [fullRollout(notReacted)] };
  const seenLongAgo = {
    key: SURVEY_LAST_SEEN_DATE,
    type: "person",
    operator: "is_date_before",
    value: `${waitDays}d`
  };
  return {
    groups: [
      fullRollout([...notReacted, isNotSet(SURVEY_LAST_SEEN_DATE)]),
      fullRollout([...notReacted, seenLongAgo])
    ]
  };
}
function fullRollout(properties) {
  return { variant: "", rollout_percentage: 100, properties };
}
function isNotSet(key) {
  return { key, type: "person", operator: "is_not_set", value: "is_not_set" };
}
function samplingFilters(rollout) {
  return { groups: [{ variant: "", rollout_percentage: rollout, properties: [] }] };
}
function nonEmptyFilters(filters) {
  if (filters === null || filters === void 0) return null;
  if (!isObject$2(filters)) return { groups: [] };
  return Object.keys(filters).length > 0 ? filters : null;
}
function targetsEveryone(filters) {
  const groups = filters.groups;
  if (!Array.isArray(groups)) return false;
  return groups.filter(isObject$2).some((group) => {
    const { properties, rollout_percentage } = group;
    return isEmptyList(properties ?? []) && Number(rollout_percentage ?? 100) >= 100;
  });
}
function isEmptyList(value) {
  return Array.isArray(value) && value.length === 0;
}

function surveyFlagIds(survey) {
  return [survey.targeting_flag_id, survey.internal_targeting_flag_id, survey.sampling_flag_id];
}
async function updateFlag(transaction, { project_id, id }, change) {
  const flag = await findFlag(transaction, project_id, id);
  if (!flag) return;
  const updated = { ...flag, ...change };
  if (JSON.stringify(updated) === JSON.stringify(flag)) return;
  await transaction.put("flags", { ...updated, version: (flag.version ?? 0) + 1 });
}
async function deleteFlag(transaction, projectId, id) {
  await updateFlag(transaction, { project_id: projectId, id }, { deleted: true, active: false });
}
async function syncSurveyFlags(transaction, survey, { targeting, randomBytes }) {
  const { project_id } = survey;
  const active = isRunning(survey);
  const synced = { ...survey };
  const createFlag = async (suffix, filters2) => {
    const id = await nextFlagId(transaction, project_id);
    const key = surveyFlagKey(randomBytes(5), suffix);
    const definition = { name: surveyFlagName(survey), filters: filters2, active };
    await transaction.put("flags", flagRow(project_id, key, definition, id));
    return id;
  };
  const targetingFlag = await findFlag(transaction, project_id, synced.targeting_flag_id);
  if (targeting && !targetingFlag) {
    synced.targeting_flag_id = await createFlag("", targeting);
  } else if (targetingFlag && isSurveyFlag(targetingFlag)) {
    const filters2 = { ...targetingFlag.filters, ...targeting };
    await updateFlag(transaction, targetingFlag, { filters: filters2, active });
  }
  const filters = internalTargetingFilters(survey);
  if (synced.internal_targeting_flag_id === null) {
    synced.internal_targeting_flag_id = await createFlag("-custom", filters);
  } else {
    await updateFlag(transaction, { project_id, id: synced.internal_targeting_flag_id }, { filters, active });
  }
  if (readDailyLimits(survey.response_sampling_daily_limits).length > 0 && synced.sampling_flag_id === null) {
    synced.sampling_flag_id = await createFlag("-sampling", samplingFilters(100));
  } else {
    await updateFlag(transaction, { project_id, id: synced.sampling_flag_id }, { active });
  }
  return synced;
}
function isSurveyFlag(flag) {
  return flag.key.startsWith(SURVEY_FLAG_PREFIX);
}
async function setSamplingRollout(transaction, { project_id, sampling_flag_id }, rollout) {
  await updateFlag(transaction, { project_id, id: sampling_flag_id }, { filters: samplingFilters(rollout) });
}

async function endFullSurveys(transaction, projectId, surveyIds, now) {
  for (const id of surveyIds) {
    const survey = await transaction.get("surveys", { project_id: projectId, id });
    if (!survey || !isPositive(survey.responses_limit) || survey.end_date !== null) continue;
    const totals = await transaction.get("surveyTotals", { project_id: projectId, survey_id: id });
    if ((totals?.sent ?? 0) >= survey.responses_limit) await endSurvey(transaction, survey, now);
  }
}
async function endSurvey(transaction, survey, now) {
  await transaction.put("surveys", { ...survey, end_date: now });
  for (const id of surveyFlagIds(survey)) {
    const flag = id === null ? void 0 : await transaction.get("flags", { project_id: survey.project_id, id });
    if (flag) await transaction.put("flags", { ...flag, active: false });
  }
}

async function advanceSchedules(service, projectId) {
  const where = { project_id: projectId, archived: false };
  const surveys = await service.store.find("surveys", { where });
  for (const survey of surveys.filter(hasSchedule)) await advanceSurvey(service, survey);
}
function hasSchedule(survey) {
  if (survey.end_date !== null) return false;
  return (survey.iteration_start_dates ?? []).length > 0 || survey.sampling_flag_id !== null;
}
async function advanceSurvey(service, listed) {
  const now = service.now();
  if (!isDue(listed, now)) return;
  await service.store.transaction(async (transaction) => {
    const survey = await transaction.get("surveys", { project_id: listed.project_id, id: listed.id });
    if (!survey) return;
    const change = iterationChange(survey, now);
    const rollout = samplingRollout(survey, now);
    if (change === "ended") await endSurvey(transaction, survey, formatIsoDate(now));
    else if (change) {
      const advanced = await syncSurveyFlags(
        transaction,
        { ...survey, ...change },
        { targeting: null, randomBytes: service.randomBytes }
      );
      await transaction.put("surveys", advanced);
    }
    if (rollout !== void 0) await setSamplingRollout(transaction, survey, rollout);
  });
}
function isDue(survey, now) {
  return iterationChange(survey, now) !== void 0 || samplingRollout(survey, now) !== void 0;
}

function searchTerms(text) {
  const matches = (text ?? "").matchAll(/"([^"]*)"|'([^']*)'|([^\s,]+)/g);
  return [...matches].map((match) => match[1] ?? match[2] ?? match[3] ?? "").filter((term) => term !== "");
}

const REPLY_FIELDS = fieldsWith("reply");
const WRITE_REPLY_FIELDS = fieldsWith("writeReply");
function serializeSurvey(row, relations) {
  const { linked, targeting, internal, sampling } = relations;
  return {
    ...commonFields(row, relations),
    feature_flag_keys: [
      { key: "linked_flag_key", value: linked?.key ?? row.linked_flag_key },
      { key: "targeting_flag_key", value: targeting?.key ?? row.targeting_flag_key },
      { key: "internal_targeting_flag_key", value: internal?.key ?? row.internal_targeting_flag_key },
      { key: "internal_response_sampling_flag_key", value: sampling?.key ?? null }
    ],
    user_access_level: "manager"
  };
}
function serializeWrittenSurvey(row, relations, { remove_targeting_flag = null }) {
  return {
    ...commonFields(row, relations),
    ...pick({ ...row, remove_targeting_flag }, WRITE_REPLY_FIELDS)
  };
}
function commonFields(row, { linked, targeting, internal, createdBy }) {
  const values = {
    ...row,
    linked_flag: serializeFlag(linked),
    targeting_flag: serializeFlag(targeting),
    internal_targeting_flag: serializeFlag(internal),
    created_by: createdBy ? pick(createdBy, userSummary.shape) : null,
    translations: row.translations ?? void 0
  };
  return pick(values, REPLY_FIELDS);
}
const serializeFlag = (flag) => flag ? pick(flag, embeddedFlag.shape) : null;

const NO_EVENTS = { shown: 0, dismissed: 0, sent: 0 };
function emptyTotals(projectId, surveyId) {
  return {
    project_id: projectId,
    survey_id: surveyId,
    shown: 0,
    dismissed: 0,
    sent: 0,
    shown_persons: 0,
    dismissed_persons: 0,
    sent_persons: 0,
    only_shown_persons: 0,
    changes: 0
  };
}
function updatedTotals(totals, before, after) {
  const oldUnique = uniqueCounts(before);
  const newUnique = uniqueCounts(after);
  return {
    ...totals,
    shown: totals.shown + after.shown - before.shown,
    dismissed: totals.dismissed + after.dismissed - before.dismissed,
    sent: totals.sent + after.sent - before.sent,
    shown_persons: totals.shown_persons + newUnique.shown - oldUnique.shown,
    dismissed_persons: totals.dismissed_persons + newUnique.dismissed - oldUnique.dismissed,
    sent_persons: totals.sent_persons + newUnique.sent - oldUnique.sent,
    only_shown_persons: totals.only_shown_persons + newUnique.onlyShown - oldUnique.onlyShown,
    changes: totals.changes + 1
  };
}
function uniqueCounts(counts) {
  return {
    shown: Number(counts.shown > 0),
    dismissed: Number(counts.dismissed > 0 && counts.sent === 0),
    sent: Number(counts.sent > 0),
    onlyShown: Number(counts.shown > 0 && counts.dismissed === 0 && counts.sent === 0)
  };
}
function eventCounts(row) {
  return row ? { shown: row.shown, dismissed: row.dismissed, sent: row.sent } : NO_EVENTS;
}
function sumCounts(a, b) {
  return { shown: a.shown + b.shown, dismissed: a.dismissed + b.dismissed, sent: a.sent + b.sent };
}

const ALL_SURVEYS = "*";
const EVENT_KINDS = ["shown", "dismissed", "sent"];
async function recordSurveyEvent(transaction, event) {
  const { project_id, survey_id, kind, dedupe_key } = event;
  const survey = await transaction.get("surveys", { project_id, id: survey_id });
  if (!survey) return;
  const before = await transaction.get("surveyEvents", { project_id, survey_id, kind, dedupe_key });
  if (before && before.at > event.at) return;
  await transaction.put("surveyEvents", event);
  const changes = [{ respondent: event.respondent, by: 1 }];
  if (before) changes.push({ respondent: before.respondent, by: -1 });
  for (const { respondent, by } of changes) {
    const counts = { ...NO_EVENTS, [kind]: by };
    await addCounts(transaction, { project_id, survey_id, respondent }, counts);
    if (!survey.archived)
      await addCounts(transaction, { project_id, survey_id: ALL_SURVEYS, respondent }, counts);
  }
}
async function addCounts(transaction, { project_id, survey_id, respondent }, change) {
  const key = { project_id, survey_id, respondent };
  const before = eventCounts(await transaction.get("surveyRespondents", key));
  const after = sumCounts(before, change);
  const isZero = EVENT_KINDS.every((kind) => after[kind] === 0);
  if (isZero) await transaction.remove("surveyRespondents", key);
  else await transaction.put("surveyRespondents", { ...key, ...after });
  const totals = await transaction.get("surveyTotals", { project_id, survey_id }) ?? emptyTotals(project_id, survey_id);
  await transaction.put("surveyTotals", updatedTotals(totals, before, after));
}
async function moveRespondent(transaction, projectId, from, to) {
  const where = { project_id: projectId, respondent: from };
  for (const row of await transaction.find("surveyRespondents", { where })) {
    await addCounts(transaction, row, negatedCounts(row));
    await addCounts(transaction, { ...row, respondent: to }, eventCounts(row));
  }
  for (const event of await transaction.find("surveyEvents", { where })) {
    await transaction.put("surveyEvents", { ...event, respondent: to });
  }
}
async function addToOverallTotals(transaction, survey) {
  for (const row of await findRespondents(transaction, survey)) {
    await addCounts(transaction, { ...row, survey_id: ALL_SURVEYS }, eventCounts(row));
  }
}
async function removeFromOverallTotals(transaction, survey) {
  for (const row of await findRespondents(transaction, survey)) {
    await addCounts(transaction, { ...row, survey_id: ALL_SURVEYS }, negatedCounts(row));
  }
}
async function deleteSurveyStats(transaction, survey) {
  const key = { project_id: survey.project_id, survey_id: survey.id };
  for (const row of await findRespondents(transaction, survey)) {
    await transaction.remove("surveyRespondents", row);
  }
  for (const kind of EVENT_KINDS) {
    for (const row of await transaction.find("surveyEvents", { where: { ...key, kind } })) {
      await transaction.remove("surveyEvents", row);
    }
  }
  await transaction.remove("surveyTotals", key);
}
function findRespondents(transaction, { project_id, id }) {
  return transaction.find("surveyRespondents", { where: { project_id, survey_id: id } });
}
function negatedCounts(row) {
  return { shown: -row.shown, dismissed: -row.dismissed, sent: -row.sent };
}

function surveyStats(totals, seen) {
  const eventStats = (name, total_count, unique_persons) => ({
    total_count,
    unique_persons,
    first_seen: seen[name].first,
    last_seen: seen[name].last,
    unique_persons_only_seen: name === "shown" ? totals.only_shown_persons : 0,
    total_count_only_seen: name === "shown" ? Math.max(0, totals.shown - totals.dismissed - totals.sent) : 0
  });
  return {
    stats: {
      [SURVEY_SHOWN]: eventStats("shown", totals.shown, totals.shown_persons),
      [SURVEY_DISMISSED]: eventStats("dismissed", totals.dismissed, totals.dismissed_persons),
      [SURVEY_SENT]: eventStats("sent", totals.sent, totals.sent_persons)
    },
    rates: surveyRates(totals)
  };
}
function surveyRates(totals) {
  return {
    response_rate: percent(totals.sent, totals.shown),
    dismissal_rate: percent(totals.dismissed, totals.shown),
    unique_users_response_rate: percent(totals.sent_persons, totals.shown_persons),
    unique_users_dismissal_rate: percent(totals.dismissed_persons, totals.shown_persons)
  };
}
function percent(part, whole) {
  return whole === 0 ? 0 : Math.round(1e4 * part / whole) / 100;
}
function countsByRespondent(events) {
  const counts = /* @__PURE__ */ new Map();
  for (const { respondent, kind } of events) {
    const count = counts.get(respondent) ?? { shown: 0, dismissed: 0, sent: 0 };
    count[kind]++;
    counts.set(respondent, count);
  }
  return counts;
}

function readSurveyStats(deps, { surveyId, ...query }) {
  return readStats(deps, { ...query, totalsId: surveyId, surveyIds: [surveyId] });
}
function readOverallStats(deps, query) {
  return readStats(deps, { ...query, totalsId: ALL_SURVEYS });
}
async function readStats({ store, statsCache }, query) {
  const { projectId: project_id, totalsId: survey_id, range } = query;
  const stored = await store.get("surveyTotals", { project_id, survey_id }) ?? emptyTotals(project_id, survey_id);
  const { from, to } = range;
  const key = JSON.stringify([project_id, survey_id, from, to]);
  const cached = statsCache.get(key, stored.changes);
  if (cached) return cached;
  const isUnbounded = from === void 0 && to === void 0;
  const totals = isUnbounded ? stored : sumTotals(stored, await findSurveyEvents(store, query));
  const stats = surveyStats(totals, await findSeenDates(store, query));
  statsCache.set(key, stored.changes, stats);
  return stats;
}
async function findSurveyEvents(store, { projectId: project_id, surveyIds, range }) {
  const events = [];
  for (const survey_id of surveyIds) {
    for (const kind of EVENT_KINDS) {
      events.push(await store.find("surveyEvents", { where: { project_id, survey_id, kind }, ...range }));
    }
  }
  return events.flat();
}
function sumTotals({ project_id, survey_id }, events) {
  let totals = emptyTotals(project_id, survey_id);
  for (const counts of countsByRespondent(events).values()) totals = updatedTotals(totals, NO_EVENTS, counts);
  return totals;
}
async function findSeenDates(store, { projectId: project_id, surveyIds, range }) {
  const seen = { shown: NEVER_SEEN, dismissed: NEVER_SEEN, sent: NEVER_SEEN };
  for (const kind of EVENT_KINDS) {
    const times = [];
    for (const survey_id of surveyIds) {
      for (const order of ["oldest", "newest"]) {
        const query = { where: { project_id, survey_id, kind }, ...range, order, limit: 1 };
        for (const event of await store.find("surveyEvents", query)) times.push(event.at);
      }
    }
    if (times.length > 0)
      seen[kind] = { first: formatIsoDate(Math.min(...times)), last: formatIsoDate(Math.max(...times)) };
  }
  return seen;
}
const NEVER_SEEN = { first: null, last: null };

const INVALID_DATE = "Invalid date format. Please use ISO 8601 format with timezone info (e.g. 2024-01-01T00:00:00Z or 2024-01-01T00:00:00+00:00)";
function statsRange(query) {
  const range = {};
  for (const [name, bound] of [
    ["date_from", "from"],
    ["date_to", "to"]
  ]) {
    const text = query.get(name);
    if (!text) continue;
    const time = absoluteDate(text.replace(/ (\d{2}:?\d{2})$/, "+$1"), "UTC");
    if (time === void 0) return { error: INVALID_DATE };
    range[bound] = time;
  }
  const { from, to } = range;
  return from !== void 0 && to !== void 0 && from > to ? { error: "date_from must be before date_to" } : range;
}

function requireRange(query) {
  const range = statsRange(query);
  if ("error" in range) throw invalidInput(range.error);
  return range;
}
async function getSurveyStats({ service, project, params, query }, statsCache) {
  const { id, start_date, end_date } = await requireSurvey(service.store, project.id, params["id"]);
  const stats = await readSurveyStats(
    { store: service.store, statsCache },
    { projectId: project.id, surveyId: id, range: requireRange(query) }
  );
  return { status: 200, body: { survey_id: id, start_date, end_date, ...stats } };
}
async function getOverallStats({ service, project, query }, statsCache) {
  const range = requireRange(query);
  const surveys = await service.store.find("surveys", { where: { project_id: project.id, archived: false } });
  if (surveys.length === 0)
    return { status: 200, body: { stats: {}, rates: surveyRates(emptyTotals(project.id, "")) } };
  const surveyIds = surveys.map((survey) => survey.id);
  const stats = await readOverallStats(
    { store: service.store, statsCache },
    { projectId: project.id, surveyIds, range }
  );
  return { status: 200, body: stats };
}
async function countResponses({ service, project, query }) {
  const surveys = await service.store.find("surveys", { where: { project_id: project.id } });
  const ids = query.get("survey_ids");
  const requestedIds = ids === null ? void 0 : new Set(ids.split(","));
  const selected = surveys.filter(
    (survey) => (!requestedIds || requestedIds.has(survey.id)) && !(query.get("exclude_archived") === "true" && survey.archived)
  );
  const counts = await Promise.all(
    selected.map(async ({ id }) => {
      const where = { project_id: project.id, survey_id: id, kind: "sent" };
      return [id, await service.store.count("surveyEvents", { where })];
    })
  );
  return { status: 200, body: Object.fromEntries(counts.filter(([, count]) => count > 0)) };
}
async function summarizeResponses(context) {
  await requireSurvey(context.service.store, context.project.id, context.params["id"]);
  parseSurveyBody(surveyPatch, context);
  return { status: 200 };
}

const eventStats = object({
  total_count: int(),
  unique_persons: int(),
  first_seen: string$1().nullable(),
  last_seen: string$1().nullable(),
  unique_persons_only_seen: int(),
  total_count_only_seen: int()
});
const rates = object({
  response_rate: number(),
  dismissal_rate: number(),
  unique_users_response_rate: number(),
  unique_users_dismissal_rate: number()
});
const statsQuery = object({
  date_from: string$1().optional().openapi({ format: "date-time", description: "Time of the first event to count, ISO 8601." }),
  date_to: string$1().optional().openapi({ format: "date-time", description: "Time of the last event to count, ISO 8601." })
});
const allStatsBody = object({ stats: record(string$1(), eventStats), rates }).openapi("SurveyStats");
const surveyStatsBody = object({
  survey_id: string$1(),
  start_date: string$1().nullable(),
  end_date: string$1().nullable(),
  stats: record(string$1(), eventStats),
  rates
}).openapi("OneSurveyStats");
const responsesCountBody = record(string$1(), int()).openapi("ResponsesCount");

const SHARE = 0.0625;
async function logActivity(transaction, { service, project, user }, { survey, activity, changes }) {
  await transaction.put("activity", {
    id: service.uuid(),
    project_id: project.id,
    item_id: survey.id,
    user_id: user.id,
    activity,
    name: survey.name,
    changes,
    created_at: formatIsoDate(service.now())
  });
  const where = { project_id: project.id };
  while (await transaction.bytes("activity", where) > service.maxBytes * SHARE)
    for (const row of await transaction.find("activity", { where, limit: 1 }))
      await transaction.remove("activity", row);
}

const UNLOGGED = fieldsWith("isUnlogged");
function surveyChanges(before, after) {
  const oldValues = { ...before };
  return Object.entries(after).filter(([field, value]) => JSON.stringify(oldValues[field]) !== JSON.stringify(value)).filter(([field]) => !(field in UNLOGGED)).map(([field, value]) => change(field, oldValues[field], value));
}
function change(field, before, after) {
  const action = before === null ? "created" : after === null ? "deleted" : "changed";
  return { type: "Survey", action, field, before, after };
}

const TAGS = new Set(
  "a abbr acronym area article aside b bdi bdo blockquote br caption center cite code col colgroup data dd del details dfn div dl dt em figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li map mark nav ol p pre q rp rt rtc ruby s samp small span strike strong sub summary sup table tbody td th thead time tr tt u ul var wbr".split(" ")
);
const REMOVED = /* @__PURE__ */ new Set(["script", "style"]);
const VOID = /* @__PURE__ */ new Set(["area", "br", "col", "hr", "img", "wbr"]);
const GLOBAL_ATTRIBUTES = ["lang", "title", "style", "width", "height"];
const ATTRIBUTES = {
  a: ["href", "hreflang", "target"],
  bdo: ["dir"],
  blockquote: ["cite"],
  col: ["align", "char", "charoff", "span"],
  colgroup: ["align", "char", "charoff", "span"],
  del: ["cite", "datetime"],
  hr: ["align", "size"],
  img: ["src", "alt", "align"],
  ins: ["cite", "datetime"],
  ol: ["start"],
  q: ["cite"],
  table: ["align", "char", "charoff", "summary"],
  tbody: ["align", "char", "charoff"],
  td: ["align", "char", "charoff", "colspan", "headers", "rowspan"],
  th: ["align", "char", "charoff", "colspan", "headers", "rowspan", "scope"],
  thead: ["align", "char", "charoff"],
  tr: ["align", "char", "charoff"]
};
const URL_ATTRIBUTES = /* @__PURE__ */ new Set(["href", "src", "cite"]);
const SCHEMES = /* @__PURE__ */ new Set(["http", "https", "mailto", "tel", "sms", "ftp"]);
const MARKUP = /<[a-z!/?]/i;
const NAME = /[a-z][^\s/>]*/iy;
const ATTRIBUTE = /[\s/]*([^\s/>=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/y;
function cleanHtml(text) {
  if (!MARKUP.test(text)) return text;
  const writer = createHtmlWriter();
  let index = 0;
  while (index < text.length) {
    const markupStart = text.indexOf("<", index);
    if (markupStart < 0) break;
    writer.text(text.slice(index, markupStart));
    index = readMarkup(text, markupStart, writer);
  }
  writer.text(text.slice(index));
  return writer.end();
}
function createHtmlWriter() {
  const output = [];
  const openElements = [];
  const openCounts = /* @__PURE__ */ new Map();
  const countOpen = (name) => openCounts.get(name) ?? 0;
  const closeLast = () => {
    const name = openElements.pop();
    openCounts.set(name, countOpen(name) - 1);
    output.push(`</${name}>`);
  };
  return {
    text: (text) => {
      output.push(escapeText(text));
    },
    startTag: (name, attributes) => {
      output.push(`<${name}${allowedAttributes(name, attributes)}>`);
      if (VOID.has(name)) return;
      openElements.push(name);
      openCounts.set(name, countOpen(name) + 1);
    },
    /** Closes the innermost element of that name and the elements inside it. An end tag without a start tag is dropped. */
    endTag: (name) => {
      const remaining = countOpen(name) - 1;
      while (remaining >= 0 && countOpen(name) > remaining) closeLast();
    },
    end: () => {
      while (openElements.length > 0) closeLast();
      return output.join("");
    }
  };
}
function readMarkup(text, start, writer) {
  if (text.startsWith("<!--", start)) return positionAfter(text, "-->", start + 4);
  const isEndTag = text[start + 1] === "/";
  const nameStart = start + (isEndTag ? 2 : 1);
  const name = matchAt(NAME, text, nameStart)?.[0].toLowerCase();
  if (name === void 0) {
    if (/[!?/]/.test(text[start + 1] ?? "")) return positionAfter(text, ">", start);
    writer.text("<");
    return start + 1;
  }
  const nameEnd = nameStart + name.length;
  if (isEndTag) {
    writer.endTag(name);
    return positionAfter(text, ">", nameEnd);
  }
  const { attributes, end } = readAttributes(text, nameEnd);
  if (REMOVED.has(name)) return positionAfterElement(text, name, end);
  if (TAGS.has(name)) writer.startTag(name, attributes);
  return end;
}
function matchAt(pattern, text, index) {
  pattern.lastIndex = index;
  return pattern.exec(text);
}
function positionAfter(text, mark, from) {
  const index = text.indexOf(mark, from);
  return index < 0 ? text.length : index + mark.length;
}
function positionAfterElement(text, name, from) {
  const endTag = matchAt(new RegExp(`</${name}`, "gi"), text, from);
  return endTag ? positionAfter(text, ">", endTag.index) : text.length;
}
function readAttributes(text, from) {
  const attributes = [];
  let index = from;
  while (index < text.length) {
    const match = matchAt(ATTRIBUTE, text, index);
    if (!match) break;
    attributes.push([match[1].toLowerCase(), match[2] ?? match[3] ?? match[4] ?? ""]);
    index += match[0].length;
  }
  return { attributes, end: positionAfter(text, ">", index) };
}
function allowedAttributes(tag, attributes) {
  const names = /* @__PURE__ */ new Set();
  const allowed = attributes.filter(([name, value]) => {
    if (names.has(name)) return false;
    names.add(name);
    const isAllowed = GLOBAL_ATTRIBUTES.includes(name) || ATTRIBUTES[tag]?.includes(name);
    return isAllowed && (!URL_ATTRIBUTES.has(name) || isSafeUrl(value));
  });
  if (tag === "a") allowed.push(["rel", "noopener"]);
  return allowed.map(([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', "&quot;")}"`).join("");
}
const ENTITY = /&(?:#x([0-9a-f]+)|#(\d+)|(colon|tab|newline|amp));?/gi;
const NAMED_ENTITIES = { colon: ":", tab: "	", newline: "\n", amp: "&" };
function isSafeUrl(value) {
  const characters = Array.from(
    value.replace(ENTITY, (_, hex, decimal, name) => {
      if (name !== void 0) return NAMED_ENTITIES[name.toLowerCase()];
      const code = hex === void 0 ? Number(decimal) : Number.parseInt(hex, 16);
      return code <= 1114111 ? String.fromCodePoint(code) : "";
    })
  ).filter((character) => character > " " && character !== "\x7F");
  const scheme = /^([^:/?#]*):/.exec(characters.join(""))?.[1];
  return scheme === void 0 || SCHEMES.has(scheme.toLowerCase());
}
function escapeText(text) {
  return text.replace(/&(?!#?\w+;)/g, "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function cleanTexts(survey) {
  const { appearance, questions, translations } = survey;
  const type = isObject$2(appearance) ? appearance["thankYouMessageDescriptionContentType"] : void 0;
  return {
    ...survey,
    appearance: cleaned(appearance, "thankYouMessageDescription"),
    questions: questions?.map(cleanQuestion) ?? null,
    translations: translations && mapValues(translations, (texts) => cleaned(texts, "thankYouMessageDescription", type))
  };
}
function cleanQuestion(question) {
  const { translations, descriptionContentType: type } = question;
  const clean = cleaned(question, "description");
  if (!isObject$2(translations)) return clean;
  return { ...clean, translations: mapValues(translations, (texts) => cleaned(texts, "description", type)) };
}
function cleaned(texts, field, inheritedType) {
  if (!isObject$2(texts)) return texts;
  const text = texts[field];
  const isHtml = (texts[`${field}ContentType`] ?? inheritedType) === "html";
  return isHtml && typeof text === "string" ? { ...texts, [field]: cleanHtml(text) } : texts;
}
function mapValues(record, map) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]));
}

const ITERATION_FIELDS = ["iteration_count", "iteration_frequency_days", "start_date"];
const COMPUTED_ITERATION_FIELDS = [
  "iteration_start_dates",
  "current_iteration",
  "current_iteration_start_date"
];
const SAMPLING_FIELDS = [
  "response_sampling_start_date",
  "response_sampling_interval_type",
  "response_sampling_interval",
  "response_sampling_limit"
];
function applyPatch(before, patch, uuid) {
  const { remove_targeting_flag, ...fields } = patch;
  const after = {
    ...before,
    ...fields,
    // Null leaves these two as they are.
    targeting_flag_filters: remove_targeting_flag ? null : patch.targeting_flag_filters ?? before.targeting_flag_filters,
    _create_in_folder: patch._create_in_folder ?? before._create_in_folder
  };
  if (patch.questions) {
    after.questions = patch.questions.map((question) => ({ ...question, id: question.id || uuid() }));
  }
  if (ITERATION_FIELDS.some((field) => patch[field] !== void 0)) {
    Object.assign(after, iterationFields(after), changedFields(before, patch, COMPUTED_ITERATION_FIELDS));
  }
  if (SAMPLING_FIELDS.some((field) => patch[field] !== void 0)) {
    const computed = { response_sampling_daily_limits: dailySamplingLimits(after) };
    Object.assign(after, computed, changedFields(before, patch, ["response_sampling_daily_limits"]));
  }
  return cleanTexts(after);
}
function changedFields(before, patch, fields) {
  const changed = fields.filter(
    (field) => patch[field] !== void 0 && JSON.stringify(patch[field]) !== JSON.stringify(before[field])
  );
  return Object.fromEntries(changed.map((field) => [field, patch[field]]));
}

const NO_FLAG = "Feature Flag with this ID does not exist";
const EVERYONE = "Invalid operation: User targeting rolls out to everyone. If you want to roll out to everyone, delete this targeting";
const SHUFFLED = "Question shuffling and question branching cannot be used together. Please disable one of these features.";
const linkedFlag = ({ after, linkedFlag: linkedFlag2, targetingFlag, patch }) => {
  if (after.linked_flag_id !== null && !linkedFlag2) return { detail: NO_FLAG, attr: "linked_flag_id" };
  const isMissing = typeof patch.targeting_flag_id === "number" && !targetingFlag;
  return isMissing ? { detail: NO_FLAG, attr: "targeting_flag_id" } : void 0;
};
const linkedVariant = ({ after, linkedFlag: linkedFlag2 }) => {
  const variant = after.conditions?.linkedFlagVariant;
  if (typeof variant !== "string" || variant === "") return void 0;
  if (!linkedFlag2) {
    return {
      detail: "linkedFlagVariant can only be used when a linked_flag_id is specified",
      attr: "conditions"
    };
  }
  const variants = linkedFlag2.filters.multivariate?.variants.map((variant2) => variant2.key) ?? [];
  if (variant === "any" || variants.includes(variant)) return void 0;
  const available = `Available variants: ${variants.join(", ")}`;
  return { detail: `Feature flag variant '${variant}' does not exist. ${available}`, attr: "conditions" };
};
const uniqueName = ({ isNameTaken, before }) => {
  if (!isNameTaken) return void 0;
  const owner = before ? "another survey" : "a survey";
  return { detail: `There is already ${owner} with this name.`, attr: "name", code: "unique" };
};
const targeting = ({ patch }) => {
  const filters = nonEmptyFilters(patch.targeting_flag_filters);
  return filters && targetsEveryone(filters) ? { detail: EVERYONE, attr: "targeting_flag_filters" } : void 0;
};
const shuffling = ({ after }) => {
  const isShuffled = after.appearance?.shuffleQuestions === true;
  const branches = (question) => question.branching && question.branching.type !== "next_question";
  return isShuffled && after.questions?.some(branches) ? { detail: SHUFFLED, attr: "questions" } : void 0;
};
const recurrence = ({ before, after }) => {
  const current = before?.current_iteration ?? 0;
  const count = after.iteration_count;
  if (!before || !isPositive(before.iteration_count) || count === null || count >= current) return void 0;
  return {
    detail: `Cannot change survey recurrence to ${count}, should be at least ${current}`,
    attr: "iteration_count"
  };
};
const EXTERNAL_CONDITIONS = [
  "url",
  "urlMatchType",
  "selector",
  "seenSurveyWaitPeriodInDays",
  "linkedFlagVariant",
  "deviceTypes",
  "deviceTypesMatchType"
];
const external = ({ after, patch }) => {
  if (after.type !== "external_survey") return void 0;
  const notAllowed = (field) => ({
    detail: `${field} is not allowed for external surveys`,
    attr: field
  });
  if (after.linked_flag_id !== null) return notAllowed("linked_flag_id");
  if (nonEmptyFilters(patch.targeting_flag_filters)) return notAllowed("targeting_flag_filters");
  const conditions = isObject$2(after.conditions) ? after.conditions : {};
  const used = EXTERNAL_CONDITIONS.filter((field) => conditions[field]);
  for (const field of ["actions", "events"]) if (conditions[field]?.values?.length) used.push(field);
  if (used.length > 0) {
    const detail = `The following condition fields are not allowed for external surveys: ${used.join(", ")}`;
    return { detail, attr: "conditions" };
  }
  return after.appearance?.surveyPopupDelaySeconds ? { detail: "surveyPopupDelaySeconds is not allowed for external surveys", attr: "appearance" } : void 0;
};
const CHECKS = [linkedFlag, linkedVariant, uniqueName, targeting, shuffling, recurrence, external];
async function validateSurvey(store, write) {
  const { project_id, id, name, linked_flag_id, targeting_flag_id } = write.after;
  const sameName = await store.find("surveys", { where: { project_id, name }, limit: 2 });
  const context = {
    ...write,
    linkedFlag: await findFlag(store, project_id, linked_flag_id),
    targetingFlag: await findFlag(store, project_id, targeting_flag_id),
    isNameTaken: sameName.some((survey) => survey.id !== id)
  };
  for (const check of CHECKS) {
    const error = check(context);
    if (error) throw invalidInput(error.detail, error.attr, error.code);
  }
}

async function createSurvey(writer, input) {
  const { service, project, user } = writer;
  return service.store.transaction(async (transaction) => {
    const empty = {
      ...fieldsWith("initial"),
      project_id: project.id,
      id: service.uuid(),
      created_at: formatIsoDate(service.now()),
      created_by_id: user.id
    };
    const draft = applyPatch(empty, input, service.uuid);
    await validateSurvey(transaction, { before: void 0, patch: input, after: draft });
    const targeting = nonEmptyFilters(input.targeting_flag_filters);
    const survey = await syncSurveyFlags(transaction, draft, { targeting, randomBytes: service.randomBytes });
    if (targeting) {
      const flag = await findFlag(transaction, project.id, survey.targeting_flag_id);
      if (flag) await transaction.put("flags", { ...flag, active: false });
    }
    await transaction.put("surveys", survey);
    await logActivity(transaction, writer, { survey, activity: "created", changes: null });
    return survey;
  });
}
async function updateSurvey(writer, id, patch) {
  const { service, project } = writer;
  return service.store.transaction(async (transaction) => {
    const before = await requireSurvey(transaction, project.id, id);
    const after = applyPatch(before, patch, service.uuid);
    await validateSurvey(transaction, { before, patch, after });
    const isTargetingRemoved = patch.remove_targeting_flag === true;
    if (isTargetingRemoved) {
      await deleteFlag(transaction, project.id, after.targeting_flag_id);
      after.targeting_flag_id = null;
    }
    const survey = await syncSurveyFlags(transaction, after, {
      targeting: isTargetingRemoved ? null : nonEmptyFilters(patch.targeting_flag_filters),
      randomBytes: service.randomBytes
    });
    await transaction.put("surveys", survey);
    await endFullSurveys(transaction, project.id, [survey.id], formatIsoDate(service.now()));
    if (survey.archived && !before.archived) await removeFromOverallTotals(transaction, survey);
    if (!survey.archived && before.archived) await addToOverallTotals(transaction, survey);
    const stored = await requireSurvey(transaction, project.id, survey.id);
    const changes = surveyChanges(before, stored);
    if (changes.length > 0)
      await logActivity(transaction, writer, { survey: stored, activity: "updated", changes });
    return stored;
  });
}
async function deleteSurvey(writer, id) {
  const { service, project } = writer;
  await service.store.transaction(async (transaction) => {
    const survey = await requireSurvey(transaction, project.id, id);
    if (!survey.archived) await removeFromOverallTotals(transaction, survey);
    await deleteSurveyStats(transaction, survey);
    for (const flagId of surveyFlagIds(survey)) await deleteFlag(transaction, project.id, flagId);
    await transaction.remove("surveys", { project_id: project.id, id: survey.id });
    await logActivity(transaction, writer, { survey, activity: "deleted", changes: null });
  });
}

const SURVEY = `${MANAGED_SURVEYS_PATH}/:id`;
const createSurveyRoutes = (statsCache) => [
  ...createManagementRoutes(statsCache),
  ...publicSurveyRoutes
];
const createManagementRoutes = (statsCache) => [
  {
    method: "GET",
    path: MANAGED_SURVEYS_PATH,
    access: "management",
    scope: "survey:read",
    summary: "Lists surveys.",
    query: listQuery,
    replies: { 200: { description: "A page of surveys.", schema: surveyListBody } },
    handle: listSurveys
  },
  {
    method: "POST",
    path: MANAGED_SURVEYS_PATH,
    access: "management",
    scope: "survey:write",
    summary: "Creates a survey.",
    body: surveyWrite,
    replies: { 201: { description: "The survey.", schema: writtenSurveyBody } },
    handle: handleCreate
  },
  {
    method: "GET",
    path: `${MANAGED_SURVEYS_PATH}/activity`,
    access: "management",
    scope: "activity_log:read",
    summary: "Lists the activity of all surveys of a project.",
    query: activityQuery,
    replies: { 200: { description: "A page of activity, newest first.", schema: activityBody } },
    handle: listActivity
  },
  {
    method: "GET",
    path: `${MANAGED_SURVEYS_PATH}/responses_count`,
    access: "management",
    scope: "survey:read",
    summary: "Counts the responses of each survey.",
    replies: { 200: { description: "Number of responses by survey id.", schema: responsesCountBody } },
    handle: countResponses
  },
  {
    method: "GET",
    path: `${MANAGED_SURVEYS_PATH}/stats`,
    access: "management",
    scope: "survey:read",
    summary: "Returns event counts, unique respondents and conversion rates of all surveys.",
    query: statsQuery,
    replies: { 200: { description: "Statistics.", schema: allStatsBody } },
    handle: (context) => getOverallStats(context, statsCache)
  },
  {
    method: "GET",
    path: SURVEY,
    access: "management",
    scope: "survey:read",
    summary: "Retrieves a survey.",
    replies: { 200: { description: "The survey.", schema: readSurveyBody } },
    handle: retrieveSurvey
  },
  {
    method: "PATCH",
    path: SURVEY,
    access: "management",
    scope: "survey:write",
    summary: "Updates a survey.",
    body: surveyPatch,
    replies: { 200: { description: "The survey.", schema: writtenSurveyBody } },
    handle: handleUpdate
  },
  {
    method: "DELETE",
    path: SURVEY,
    access: "management",
    scope: "survey:write",
    summary: "Deletes a survey.",
    replies: { 204: { description: "Deleted." } },
    handle: handleDelete
  },
  {
    method: "GET",
    path: `${SURVEY}/activity`,
    access: "management",
    scope: "activity_log:read",
    summary: "Lists the activity of a survey.",
    query: activityQuery,
    replies: { 200: { description: "A page of activity, newest first.", schema: activityBody } },
    handle: listSurveyActivity
  },
  {
    method: "GET",
    path: `${SURVEY}/stats`,
    access: "management",
    scope: "survey:read",
    summary: "Returns event counts, unique respondents and conversion rates of a survey.",
    query: statsQuery,
    replies: { 200: { description: "Statistics.", schema: surveyStatsBody } },
    handle: (context) => getSurveyStats(context, statsCache)
  },
  {
    method: "POST",
    path: `${SURVEY}/summarize_responses`,
    access: "management",
    scope: "survey:read",
    summary: "Checks a request for a summary of the responses.",
    body: surveyPatch,
    replies: { 200: { description: "No body." } },
    handle: summarizeResponses
  }
];
async function listSurveys({ service, project, request, query }) {
  await advanceSchedules(service, project.id);
  const page = parsePage(query);
  const search = { where: { project_id: project.id }, terms: searchTerms(query.get("search")) };
  const count = await service.store.count("surveys", search);
  const rows = await service.store.find("surveys", { ...search, ...page });
  const results = await Promise.all(
    rows.map(async (row) => serializeSurvey(row, await findRelations(service.store, row)))
  );
  return { status: 200, body: { count, ...pageLinks(request.url, page, count), results } };
}
async function retrieveSurvey({ service, project, params }) {
  await advanceSchedules(service, project.id);
  const row = await requireSurvey(service.store, project.id, params["id"]);
  return { status: 200, body: serializeSurvey(row, await findRelations(service.store, row)) };
}
async function handleCreate(context) {
  const input = parseSurveyBody(surveyWrite, context);
  const row = await createSurvey(context, input);
  return { status: 201, body: await writtenBody(context, row, input) };
}
async function handleUpdate(context) {
  const { service, project, params } = context;
  await requireSurvey(service.store, project.id, params["id"]);
  const patch = parseSurveyBody(surveyPatch, context);
  const row = await updateSurvey(context, params["id"], patch);
  return { status: 200, body: await writtenBody(context, row, patch) };
}
async function writtenBody({ service }, row, patch) {
  return serializeWrittenSurvey(row, await findRelations(service.store, row), patch);
}
async function handleDelete(context) {
  await deleteSurvey(context, context.params["id"]);
  return { status: 204 };
}

async function findUserByUuid(store, uuid) {
  return (await store.find("users", { where: { uuid: uuid.toLowerCase() }, limit: 1 }))[0];
}
async function requireUser(store, caller, uuid) {
  const self = requireCaller(caller);
  if (uuid === "@me" || uuid.toLowerCase() === self.uuid) return self;
  if (!self.is_staff) {
    throw forbidden("As a non-staff user you're only allowed to access the `@me` user instance.");
  }
  const user = await findUserByUuid(store, uuid);
  if (!user) throw notFound();
  return user;
}
function requireCaller(caller) {
  if (!caller) throw unauthenticated("not_authenticated", "Authentication credentials were not provided.");
  return caller;
}

const userWrite = looseObject({
  first_name: unknown().optional().openapi({ type: "string" }),
  last_name: unknown().optional().openapi({ type: "string" }),
  email: unknown().optional().openapi({ type: "string" }),
  notification_settings: unknown().optional().openapi({ type: "object" }),
  anonymize_data: unknown().optional().openapi({ type: "boolean" }),
  toolbar_mode: unknown().optional(),
  is_staff: unknown().optional().openapi({ type: "boolean", description: "Whether the user can log into the admin site." }),
  set_current_organization: unknown().optional().openapi({ type: "string" }),
  set_current_team: unknown().optional().openapi({ type: "string" }),
  password: unknown().optional().openapi({ type: "string" }),
  current_password: unknown().optional().openapi({ type: "string" }),
  events_column_config: unknown().optional(),
  has_seen_product_intro_for: unknown().optional(),
  theme_mode: unknown().optional(),
  hedgehog_config: unknown().optional(),
  role_at_organization: unknown().optional(),
  token: union([string$1(), number()]).nullish().openapi({ type: "string", description: "The code to verify." }),
  uuid: string$1().nullish().openapi({ description: "The user whose email address is verified." })
}).openapi("UserWrite");
function isMissing(token) {
  return token === void 0 || token === null;
}

const TOKEN_BYTES = 20;
const VERIFICATION_MS = 864e5;
async function findTargetUser(store, { user }, input) {
  if (input.uuid) return findUserByUuid(store, input.uuid);
  return user && store.get("users", { id: user.id });
}
async function requestVerification(context) {
  const { service } = context;
  const input = validate(userWrite, parseJsonBody(context));
  const token = Array.from(service.randomBytes(TOKEN_BYTES), (byte) => byte.toString(16).padStart(2, "0")).join(
    ""
  );
  const at = service.now();
  const user = await service.store.transaction(async (transaction) => {
    const target = await findTargetUser(transaction, context, input);
    const verification = { token, expires_at: at + VERIFICATION_MS };
    if (target) await transaction.put("users", { ...target, verification });
    return target;
  });
  if (user) service.sendMail({ to: user.pending_email ?? user.email, kind: "email_verification", token, at });
  return { success: true };
}
async function verifyEmail(context) {
  const { service } = context;
  const input = validate(userWrite, parseJsonBody(context));
  if (isMissing(input.token)) return { success: false };
  const token = String(input.token);
  if (token === "") throw invalidInput("This field is required.", "token", "required");
  await service.store.transaction(async (transaction) => {
    const user = await findTargetUser(transaction, context, input);
    const verification = user?.verification;
    if (!user || !verification || verification.token !== token || verification.expires_at < service.now()) {
      throw invalidInput("This verification token is invalid or has expired.", "token", "invalid_token");
    }
    await transaction.put("users", {
      ...user,
      email: user.pending_email ?? user.email,
      pending_email: null,
      is_email_verified: true,
      verification: null
    });
  });
  return { success: true, token };
}
async function cancelEmailChange(context) {
  validate(userWrite, parseJsonBody(context));
  const { id } = requireCaller(context.user);
  const user = await context.service.store.transaction(async (transaction) => {
    const caller = await transaction.get("users", { id });
    if (!caller || caller.pending_email === null) return caller;
    await transaction.put("users", { ...caller, pending_email: null, verification: null });
    return caller;
  });
  return {
    uuid: user?.uuid,
    email: user?.email,
    pending_email: null,
    is_email_verified: user?.is_email_verified
  };
}

/**
 * HMAC: RFC2104 message authentication code.
 * @module
 */
/**
 * Internal class for HMAC.
 * Accepts any byte key, although RFC 2104 §3 recommends keys at least
 * `HashLen` bytes long.
 */
class _HMAC {
    oHash;
    iHash;
    blockLen;
    outputLen;
    canXOF = false;
    finished = false;
    destroyed = false;
    constructor(hash, key) {
        tables.ahash(hash);
        tables.abytes(key, undefined, 'key');
        this.iHash = hash.create();
        if (typeof this.iHash.update !== 'function')
            throw new Error('expected Hash instance');
        this.blockLen = this.iHash.blockLen;
        this.outputLen = this.iHash.outputLen;
        const blockLen = this.blockLen;
        const pad = new Uint8Array(blockLen);
        // blockLen can be bigger than outputLen
        pad.set(key.length > blockLen ? hash.create().update(key).digest() : key);
        for (let i = 0; i < pad.length; i++)
            pad[i] ^= 0x36;
        this.iHash.update(pad);
        // By doing update (processing of the first block) of the outer hash here,
        // we can re-use it between multiple calls via clone.
        this.oHash = hash.create();
        // Undo internal XOR && apply outer XOR
        for (let i = 0; i < pad.length; i++)
            pad[i] ^= 0x36 ^ 0x5c;
        this.oHash.update(pad);
        tables.clean(pad);
    }
    update(buf) {
        tables.aexists(this);
        this.iHash.update(buf);
        return this;
    }
    digestInto(out) {
        tables.aexists(this);
        tables.aoutput(out, this);
        this.finished = true;
        const buf = out.subarray(0, this.outputLen);
        // Reuse the first outputLen bytes for the inner digest; the outer hash consumes them before
        // overwriting that same prefix with the final tag, leaving any oversized tail untouched.
        this.iHash.digestInto(buf);
        this.oHash.update(buf);
        this.oHash.digestInto(buf);
        this.destroy();
    }
    digest() {
        const out = new Uint8Array(this.oHash.outputLen);
        this.digestInto(out);
        return out;
    }
    _cloneInto(to) {
        // Create new instance without calling constructor since the key
        // is already in state and we don't know it.
        to ||= Object.create(Object.getPrototypeOf(this), {});
        const { oHash, iHash, finished, destroyed, blockLen, outputLen, canXOF } = this;
        to = to;
        to.finished = finished;
        to.destroyed = destroyed;
        to.blockLen = blockLen;
        to.outputLen = outputLen;
        to.canXOF = canXOF;
        to.oHash = oHash._cloneInto(to.oHash);
        to.iHash = iHash._cloneInto(to.iHash);
        return to;
    }
    clone() {
        return this._cloneInto();
    }
    destroy() {
        this.destroyed = true;
        this.oHash.destroy();
        this.iHash.destroy();
    }
}
const hmac = /* @__PURE__ */ (() => {
    const hmac_ = ((hash, key, message) => new _HMAC(hash, key).update(message).digest());
    hmac_.create = (hash, key) => new _HMAC(hash, key);
    return hmac_;
})();

/**
 * SHA3 (keccak) hash function, based on a new "Sponge function" design.
 * Different from older hashes, the internal state is bigger than output size.
 *
 * Check out
 * {@link https://nvlpubs.nist.gov/nistpubs/FIPS/NIST.FIPS.202.pdf | FIPS-202},
 * {@link https://keccak.team/keccak.html | Website}, and
 * {@link https://crypto.stackexchange.com/q/15727 | the differences between
 * SHA-3 and Keccak}.
 *
 * Check out `sha3-addons` module for cSHAKE, k12, and others.
 * @module
 */
// No __PURE__ annotations in sha3 header:
// EVERYTHING is in fact used on every export.
// Various per round constants calculations
const _0n = BigInt(0);
const _1n = BigInt(1);
const _2n = BigInt(2);
const _7n = BigInt(7);
const _256n = BigInt(256);
// FIPS 202 Algorithm 5 rc(): when the outgoing bit is 1, the 8-bit LFSR xors
// taps 0, 4, 5, and 6, which compresses to the feedback mask `0x71`.
const _0x71n = BigInt(0x71);
const SHA3_PI = [];
const SHA3_ROTL = [];
const _SHA3_IOTA = []; // no pure annotation: var is always used
for (let round = 0, R = _1n, x = 1, y = 0; round < 24; round++) {
    // Pi
    [x, y] = [y, (2 * x + 3 * y) % 5];
    SHA3_PI.push(2 * (5 * y + x));
    // Rotational
    SHA3_ROTL.push((((round + 1) * (round + 2)) / 2) % 64);
    // Iota
    let t = _0n;
    for (let j = 0; j < 7; j++) {
        R = ((R << _1n) ^ ((R >> _7n) * _0x71n)) % _256n;
        if (R & _2n)
            t ^= _1n << ((_1n << BigInt(j)) - _1n);
    }
    _SHA3_IOTA.push(t);
}
const IOTAS = tables.split(_SHA3_IOTA, true);
// `split(..., true)` keeps the local little-endian lane-word layout used by
// `state32`, so these `H` / `L` tables follow the file's first-word /
// second-word lane slots rather than `_u64.ts`'s usual high/low naming.
const SHA3_IOTA_H = IOTAS[0];
const SHA3_IOTA_L = IOTAS[1];
// 64-bit left rotates as u32 pairs. Inlined here (not imported from _u64) so V8 can
// inline them into keccakP — the import path costs ~24% on sha3_256. SHA3 is the only
// consumer of left-rotates; other hashes use right-rotates from _u64.
// Valid for s in 1..31 (SH/SL) and 33..63 (BH/BL); keccak never rotates by 0/32/64.
const rotlSH = (h, l, s) => (h << s) | (l >>> (32 - s));
const rotlSL = (h, l, s) => (l << s) | (h >>> (32 - s));
const rotlBH = (h, l, s) => (l << (s - 32)) | (h >>> (64 - s));
const rotlBL = (h, l, s) => (h << (s - 32)) | (l >>> (64 - s));
const rotlH = (h, l, s) => (s > 32 ? rotlBH(h, l, s) : rotlSH(h, l, s));
const rotlL = (h, l, s) => (s > 32 ? rotlBL(h, l, s) : rotlSL(h, l, s));
// Reused Theta scratch buffer (column parities), same pattern as SHA256_W in sha2.
// keccakP never calls user code, so the shared buffer cannot be observed mid-permutation.
const B = new Uint32Array(5 * 2);
/**
 * `keccakf1600` internal permutation, additionally allows adjusting the round count.
 * @param s - 5x5 Keccak state encoded as 25 lanes split into 50 uint32 words
 *   in this file's local little-endian lane-word order
 * @param rounds - number of rounds to execute
 * @throws On wrong argument types. {@link TypeError}
 * @throws On wrong argument ranges or values. {@link RangeError}
 * @throws If `rounds` is outside the supported `1..24` range. {@link Error}
 * @example
 * Permute a Keccak state with the default 24 rounds.
 * ```ts
 * keccakP(new Uint32Array(50));
 * ```
 */
function keccakP(s, rounds = 24) {
    if (!(s instanceof Uint32Array))
        throw new TypeError('"s" expected Uint32Array(50), got type=' + typeof s);
    if (s.length !== 50)
        throw new RangeError('"s" expected Uint32Array(50), got length=' + s.length);
    tables.anumber(rounds, 'rounds');
    // This implementation precomputes only the standard Keccak-f[1600] 24-round Iota table.
    if (rounds < 1 || rounds > 24)
        throw new Error('"rounds" expected integer 1..24');
    // NOTE: all indices are x2 since we store state as u32 instead of u64 (bigints to slow in js)
    for (let round = 24 - rounds; round < 24; round++) {
        // Theta θ
        for (let x = 0; x < 10; x++)
            B[x] = s[x] ^ s[x + 10] ^ s[x + 20] ^ s[x + 30] ^ s[x + 40];
        for (let x = 0; x < 10; x += 2) {
            const idx1 = (x + 8) % 10;
            const idx0 = (x + 2) % 10;
            const B0 = B[idx0];
            const B1 = B[idx0 + 1];
            const Th = rotlH(B0, B1, 1) ^ B[idx1];
            const Tl = rotlL(B0, B1, 1) ^ B[idx1 + 1];
            for (let y = 0; y < 50; y += 10) {
                s[x + y] ^= Th;
                s[x + y + 1] ^= Tl;
            }
        }
        // Rho (ρ) and Pi (π)
        let curH = s[2];
        let curL = s[3];
        for (let t = 0; t < 24; t++) {
            const shift = SHA3_ROTL[t];
            const Th = rotlH(curH, curL, shift);
            const Tl = rotlL(curH, curL, shift);
            const PI = SHA3_PI[t];
            curH = s[PI];
            curL = s[PI + 1];
            s[PI] = Th;
            s[PI + 1] = Tl;
        }
        // Chi (χ)
        // Same as:
        // for (let x = 0; x < 10; x++) B[x] = s[y + x];
        // for (let x = 0; x < 10; x++) s[y + x] ^= ~B[(x + 2) % 10] & B[(x + 4) % 10];
        for (let y = 0; y < 50; y += 10) {
            const b0 = s[y], b1 = s[y + 1], b2 = s[y + 2], b3 = s[y + 3];
            s[y] ^= ~s[y + 2] & s[y + 4];
            s[y + 1] ^= ~s[y + 3] & s[y + 5];
            s[y + 2] ^= ~s[y + 4] & s[y + 6];
            s[y + 3] ^= ~s[y + 5] & s[y + 7];
            s[y + 4] ^= ~s[y + 6] & s[y + 8];
            s[y + 5] ^= ~s[y + 7] & s[y + 9];
            s[y + 6] ^= ~s[y + 8] & b0;
            s[y + 7] ^= ~s[y + 9] & b1;
            s[y + 8] ^= ~b0 & b2;
            s[y + 9] ^= ~b1 & b3;
        }
        // Iota (ι)
        s[0] ^= SHA3_IOTA_H[round];
        s[1] ^= SHA3_IOTA_L[round];
    }
    tables.clean(B);
}
/**
 * Keccak sponge function.
 * @param blockLen - absorb/squeeze rate in bytes
 * @param suffix - domain separation suffix byte
 * @param outputLen - default digest length in bytes. This base sponge only
 *   requires a non-negative integer; wrappers that need positive output
 *   lengths must enforce that themselves.
 * @param enableXOF - whether XOF output is allowed
 * @param rounds - number of Keccak-f rounds
 * @example
 * Build a sponge state, absorb bytes, then finalize a digest.
 * ```ts
 * const hash = new Keccak(136, 0x06, 32);
 * hash.update(new Uint8Array([1, 2, 3]));
 * hash.digest();
 * ```
 */
class Keccak {
    state;
    pos = 0;
    posOut = 0;
    finished = false;
    state32;
    destroyed = false;
    blockLen;
    suffix;
    outputLen;
    canXOF;
    enableXOF = false;
    rounds;
    // NOTE: we accept arguments in bytes instead of bits here.
    constructor(blockLen, suffix, outputLen, enableXOF = false, rounds = 24) {
        tables.anumber(blockLen, 'blockLen');
        tables.anumber(suffix, 'suffix');
        tables.anumber(rounds, 'rounds');
        tables.abool(enableXOF, 'enableXOF');
        this.blockLen = blockLen;
        this.suffix = suffix;
        this.outputLen = outputLen;
        this.enableXOF = enableXOF;
        this.canXOF = enableXOF;
        this.rounds = rounds;
        // Can be passed from user as dkLen
        tables.anumber(outputLen, 'outputLen');
        // Only keccak-f1600 is supported: 1600 bits (5x5 matrix of 64bit) === 200 bytes of state.
        if (!(0 < blockLen && blockLen < 200))
            throw new Error('"blockLen" must be 1..199');
        this.state = new Uint8Array(200);
        this.state32 = tables.u32(this.state);
    }
    clone() {
        return this._cloneInto();
    }
    keccak() {
        tables.swap32IfBE(this.state32);
        keccakP(this.state32, this.rounds);
        tables.swap32IfBE(this.state32);
        this.posOut = 0;
        this.pos = 0;
    }
    update(data) {
        tables.aexists(this);
        tables.abytes(data);
        const { blockLen, state, state32 } = this;
        const len = data.length;
        // Absorb full blocks with u32 XORs when both sides are 4-byte aligned.
        // XOR of same-position words equals XOR of same-position bytes, so this is endianness-safe.
        const canUseU32 = blockLen % 4 === 0 && data.byteOffset % 4 === 0;
        const blockLen32 = blockLen / 4;
        const data32 = canUseU32 && len >= blockLen ? tables.u32(data) : undefined;
        for (let pos = 0; pos < len;) {
            if (data32 !== undefined && this.pos === 0 && pos % 4 === 0 && len - pos >= blockLen) {
                for (let i = 0, o = pos / 4; i < blockLen32; i++)
                    state32[i] ^= data32[o + i];
                pos += blockLen;
                // Subclasses (_KeccakPRG) read `this.pos` inside their `keccak()` override,
                // so it must reflect the fully-absorbed block before the permutation fires.
                this.pos = blockLen;
                this.keccak();
                continue;
            }
            const take = Math.min(blockLen - this.pos, len - pos);
            for (let i = 0; i < take; i++)
                state[this.pos++] ^= data[pos++];
            if (this.pos === blockLen)
                this.keccak();
        }
        return this;
    }
    finish() {
        if (this.finished)
            return;
        this.finished = true;
        const { state, suffix, pos, blockLen } = this;
        // FIPS 202 appends the SHA3/SHAKE domain-separation suffix before pad10*1.
        // These byte values already include the first padding bit, while the
        // final `0x80` below supplies the closing `1` bit in the last rate byte.
        state[pos] ^= suffix;
        // If that combined suffix lands in the last rate byte and already sets
        // bit 7, absorb it first so the final pad10*1 bit can be xored into a
        // fresh block.
        if ((suffix & 0x80) !== 0 && pos === blockLen - 1)
            this.keccak();
        state[blockLen - 1] ^= 0x80;
        this.keccak();
    }
    writeInto(out) {
        tables.aexists(this, false);
        tables.abytes(out);
        this.finish();
        const bufferOut = this.state;
        const { blockLen } = this;
        for (let pos = 0, len = out.length; pos < len;) {
            if (this.posOut >= blockLen)
                this.keccak();
            const take = Math.min(blockLen - this.posOut, len - pos);
            out.set(bufferOut.subarray(this.posOut, this.posOut + take), pos);
            this.posOut += take;
            pos += take;
        }
        return out;
    }
    xofInto(out) {
        // Plain SHA3/Keccak usage with XOF is probably a mistake, but this base
        // class is also reused by SHAKE/cSHAKE/KMAC/TupleHash/ParallelHash/
        // TurboSHAKE/KangarooTwelve wrappers that intentionally enable XOF.
        if (!this.enableXOF)
            throw new Error('XOF is not enabled');
        return this.writeInto(out);
    }
    xof(bytes) {
        tables.anumber(bytes);
        return this.xofInto(new Uint8Array(bytes));
    }
    digestInto(out) {
        tables.aoutput(out, this);
        if (this.finished)
            throw new Error('digest() was already called');
        // `aoutput(...)` allows oversized buffers; digestInto() must fill only the advertised digest.
        this.writeInto(out.length === this.outputLen ? out : out.subarray(0, this.outputLen));
        this.destroy();
    }
    digest() {
        const out = new Uint8Array(this.outputLen);
        this.digestInto(out);
        return out;
    }
    destroy() {
        this.destroyed = true;
        tables.clean(this.state);
    }
    _cloneInto(to) {
        const { blockLen, suffix, outputLen, rounds, enableXOF } = this;
        to ||= new Keccak(blockLen, suffix, outputLen, enableXOF, rounds);
        // Reused destinations can come from a different rate/capacity variant, so clone must rewrite
        // the sponge geometry as well as the state words.
        to.blockLen = blockLen;
        to.state32.set(this.state32);
        // Sponge padding and XOF output are positional, so both offsets are part of the clone state.
        to.pos = this.pos;
        to.posOut = this.posOut;
        to.finished = this.finished;
        to.rounds = rounds;
        // Suffix can change in cSHAKE
        to.suffix = suffix;
        to.outputLen = outputLen;
        to.enableXOF = enableXOF;
        // Clones must preserve the public capability bit too; `_KMAC` reuses this path and deep clone
        // tests compare instance fields directly, so leaving `canXOF` behind makes the clone lie.
        to.canXOF = this.canXOF;
        to.destroyed = this.destroyed;
        return to;
    }
}
const genKeccak = (suffix, blockLen, outputLen, info = {}) => tables.createHasher(() => new Keccak(blockLen, suffix, outputLen), info);
/**
 * SHA3-224 hash function.
 * @param msg - message bytes to hash
 * @param opts - Reserved hash options.
 * @returns Digest bytes.
 * @example
 * Hash a message with SHA3-224.
 * ```ts
 * sha3_224(new Uint8Array([97, 98, 99]));
 * ```
 */
const sha3_224 = /* @__PURE__ */ genKeccak(0x06, 144, 28, 
/* @__PURE__ */ tables.oidNist(0x07));
/**
 * SHA3-256 hash function. Different from keccak-256.
 * @param msg - message bytes to hash
 * @param opts - Reserved hash options.
 * @returns Digest bytes.
 * @example
 * Hash a message with SHA3-256.
 * ```ts
 * sha3_256(new Uint8Array([97, 98, 99]));
 * ```
 */
const sha3_256 = /* @__PURE__ */ genKeccak(0x06, 136, 32, 
/* @__PURE__ */ tables.oidNist(0x08));
/**
 * SHA3-384 hash function.
 * @param msg - message bytes to hash
 * @param opts - Reserved hash options.
 * @returns Digest bytes.
 * @example
 * Hash a message with SHA3-384.
 * ```ts
 * sha3_384(new Uint8Array([97, 98, 99]));
 * ```
 */
const sha3_384 = /* @__PURE__ */ genKeccak(0x06, 104, 48, 
/* @__PURE__ */ tables.oidNist(0x09));
/**
 * SHA3-512 hash function.
 * @param msg - message bytes to hash
 * @param opts - Reserved hash options.
 * @returns Digest bytes.
 * @example
 * Hash a message with SHA3-512.
 * ```ts
 * sha3_512(new Uint8Array([97, 98, 99]));
 * ```
 */
const sha3_512 = /* @__PURE__ */ genKeccak(0x06, 72, 64, 
/* @__PURE__ */ tables.oidNist(0x0a));

//! otpauth 9.5.2 | (c) Héctor Molinero Fernández | MIT | https://github.com/hectorm/otpauth
//! noble-hashes 2.4.0 | (c) Paul Miller | MIT | https://github.com/paulmillr/noble-hashes

// @ts-nocheck

/**
 * Converts an integer to an Uint8Array.
 * @param {number} num Integer.
 * @returns {Uint8Array} Uint8Array.
 */ const uintDecode = (num)=>{
    const buf = new ArrayBuffer(8);
    const arr = new Uint8Array(buf);
    let acc = num;
    for(let i = 7; i >= 0; i--){
        if (acc === 0) break;
        arr[i] = acc & 255;
        acc -= arr[i];
        acc /= 256;
    }
    return arr;
};

/**
 * "globalThis" ponyfill.
 * @see [A horrifying globalThis polyfill in universal JavaScript](https://mathiasbynens.be/notes/globalthis)
 * @type {Object.<string, *>}
 */ const globalScope = (()=>{
    if (typeof globalThis === "object") return globalThis;
    else {
        Object.defineProperty(Object.prototype, "__GLOBALTHIS__", {
            get () {
                return this;
            },
            configurable: true
        });
        try {
            // @ts-expect-error
            // eslint-disable-next-line no-undef
            if (typeof __GLOBALTHIS__ !== "undefined") return __GLOBALTHIS__;
        } finally{
            // @ts-expect-error
            delete Object.prototype.__GLOBALTHIS__;
        }
    }
    // Still unable to determine "globalThis", fall back to a naive method.
    if (typeof self !== "undefined") return self;
    else if (typeof window !== "undefined") return window;
    else if (typeof global !== "undefined") return global;
    return undefined;
})();

/**
 * @noble/hashes hash functions.
 * @type {Object.<string, sha1|sha224|sha256|sha384|sha512|sha3_224|sha3_256|sha3_384|sha3_512>}
 */ const nobleHashes = {
    SHA1: sha1,
    SHA224: tables.sha224,
    SHA256: tables.sha256,
    SHA384: tables.sha384,
    SHA512: tables.sha512,
    "SHA3-224": sha3_224,
    "SHA3-256": sha3_256,
    "SHA3-384": sha3_384,
    "SHA3-512": sha3_512
};
/**
 * Canonicalizes a hash algorithm name.
 * @param {string} algorithm Hash algorithm name.
 * @returns {"SHA1"|"SHA224"|"SHA256"|"SHA384"|"SHA512"|"SHA3-224"|"SHA3-256"|"SHA3-384"|"SHA3-512"} Canonicalized hash algorithm name.
 */ const canonicalizeAlgorithm = (algorithm)=>{
    switch(true){
        case /^(?:SHA-?1|SSL3-SHA1)$/i.test(algorithm):
            return "SHA1";
        case /^SHA(?:2?-)?224$/i.test(algorithm):
            return "SHA224";
        case /^SHA(?:2?-)?256$/i.test(algorithm):
            return "SHA256";
        case /^SHA(?:2?-)?384$/i.test(algorithm):
            return "SHA384";
        case /^SHA(?:2?-)?512$/i.test(algorithm):
            return "SHA512";
        case /^SHA3-224$/i.test(algorithm):
            return "SHA3-224";
        case /^SHA3-256$/i.test(algorithm):
            return "SHA3-256";
        case /^SHA3-384$/i.test(algorithm):
            return "SHA3-384";
        case /^SHA3-512$/i.test(algorithm):
            return "SHA3-512";
        default:
            throw new TypeError(`Unknown hash algorithm: ${algorithm}`);
    }
};
/**
 * Calculates an HMAC digest.
 * @param {string} algorithm Algorithm.
 * @param {Uint8Array} key Key.
 * @param {Uint8Array} message Message.
 * @returns {Uint8Array} Digest.
 */ const hmacDigest = (algorithm, key, message)=>{
    if (hmac) {
        const hash = nobleHashes[algorithm] ?? nobleHashes[canonicalizeAlgorithm(algorithm)];
        return hmac(hash, key, message);
    } else {
        throw new Error("Missing HMAC function");
    }
};

/**
 * RFC 4648 base32 alphabet without pad.
 * @type {string}
 */ const ALPHABET$1 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
/**
 * Converts a base32 string to an Uint8Array (RFC 4648).
 * @see [LinusU/base32-decode](https://github.com/LinusU/base32-decode)
 * @param {string} str Base32 string.
 * @returns {Uint8Array} Uint8Array.
 */ const base32Decode = (str)=>{
    // Remove spaces (although they are not allowed by the spec, some issuers add them for readability).
    str = str.replace(/ /g, "").toUpperCase();
    // Remove padding if it exists.
    let end = str.length;
    while(str[end - 1] === "=")--end;
    if (end < str.length) str = str.substring(0, end);
    const buf = new ArrayBuffer(str.length * 5 / 8 | 0);
    const arr = new Uint8Array(buf);
    let bits = 0;
    let value = 0;
    let index = 0;
    for(let i = 0; i < str.length; i++){
        const idx = ALPHABET$1.indexOf(str[i]);
        if (idx === -1) throw new TypeError(`Invalid character found: ${str[i]}`);
        value = value << 5 | idx;
        bits += 5;
        if (bits >= 8) {
            bits -= 8;
            arr[index++] = value >>> bits;
        }
    }
    return arr;
};
/**
 * Converts an Uint8Array to a base32 string (RFC 4648).
 * @see [LinusU/base32-encode](https://github.com/LinusU/base32-encode)
 * @param {Uint8Array} arr Uint8Array.
 * @returns {string} Base32 string.
 */ const base32Encode = (arr)=>{
    let bits = 0;
    let value = 0;
    let str = "";
    for(let i = 0; i < arr.length; i++){
        value = value << 8 | arr[i];
        bits += 8;
        while(bits >= 5){
            str += ALPHABET$1[value >>> bits - 5 & 31];
            bits -= 5;
        }
    }
    if (bits > 0) {
        str += ALPHABET$1[value << 5 - bits & 31];
    }
    return str;
};

/**
 * Hexadecimal alphabet.
 * @type {string}
 */ const ALPHABET = "0123456789ABCDEF";
/**
 * Converts a hexadecimal string to an Uint8Array.
 * @param {string} str Hexadecimal string.
 * @returns {Uint8Array} Uint8Array.
 */ const hexDecode = (str)=>{
    // Remove spaces (although they are not allowed by the spec, some issuers add them for readability).
    str = str.replace(/ /g, "").toUpperCase();
    const buf = new ArrayBuffer(str.length / 2);
    const arr = new Uint8Array(buf);
    for(let i = 0; i < str.length; i += 2){
        const hi = ALPHABET.indexOf(str[i]);
        const lo = ALPHABET.indexOf(str[i + 1]);
        if (hi === -1 || lo === -1) throw new TypeError(`Invalid character found: ${str.substring(i, i + 2)}`);
        arr[i / 2] = hi << 4 | lo;
    }
    return arr;
};
/**
 * Converts an Uint8Array to a hexadecimal string.
 * @param {Uint8Array} arr Uint8Array.
 * @returns {string} Hexadecimal string.
 */ const hexEncode = (arr)=>{
    let str = "";
    for(let i = 0; i < arr.length; i++){
        const hex = arr[i].toString(16);
        if (hex.length === 1) str += "0";
        str += hex;
    }
    return str.toUpperCase();
};

/**
 * Converts a Latin-1 string to an Uint8Array.
 * @param {string} str Latin-1 string.
 * @returns {Uint8Array} Uint8Array.
 */ const latin1Decode = (str)=>{
    const buf = new ArrayBuffer(str.length);
    const arr = new Uint8Array(buf);
    for(let i = 0; i < str.length; i++){
        arr[i] = str.charCodeAt(i) & 0xff;
    }
    return arr;
};
/**
 * Converts an Uint8Array to a Latin-1 string.
 * @param {Uint8Array} arr Uint8Array.
 * @returns {string} Latin-1 string.
 */ const latin1Encode = (arr)=>{
    let str = "";
    for(let i = 0; i < arr.length; i++){
        str += String.fromCharCode(arr[i]);
    }
    return str;
};

/**
 * TextEncoder instance.
 * @type {TextEncoder|null}
 */ const ENCODER = globalScope.TextEncoder ? new globalScope.TextEncoder() : null;
/**
 * TextDecoder instance.
 * @type {TextDecoder|null}
 */ const DECODER = globalScope.TextDecoder ? new globalScope.TextDecoder() : null;
/**
 * Converts an UTF-8 string to an Uint8Array.
 * @param {string} str String.
 * @returns {Uint8Array} Uint8Array.
 */ const utf8Decode = (str)=>{
    if (!ENCODER) {
        throw new Error("Encoding API not available");
    }
    return ENCODER.encode(str);
};
/**
 * Converts an Uint8Array to an UTF-8 string.
 * @param {Uint8Array} arr Uint8Array.
 * @returns {string} String.
 */ const utf8Encode = (arr)=>{
    if (!DECODER) {
        throw new Error("Encoding API not available");
    }
    return DECODER.decode(arr);
};

/**
 * Returns random bytes.
 * @param {number} size Size.
 * @returns {Uint8Array} Random bytes.
 */ const randomBytes = (size)=>{
    if (globalScope.crypto?.getRandomValues) {
        return globalScope.crypto.getRandomValues(new Uint8Array(size));
    } else {
        throw new Error("Cryptography API not available");
    }
};

/**
 * OTP secret key.
 */ class Secret {
    /**
   * Converts a Latin-1 string to a Secret object.
   * @param {string} str Latin-1 string.
   * @returns {Secret} Secret object.
   */ static fromLatin1(str) {
        return new Secret({
            buffer: latin1Decode(str).buffer
        });
    }
    /**
   * Converts an UTF-8 string to a Secret object.
   * @param {string} str UTF-8 string.
   * @returns {Secret} Secret object.
   */ static fromUTF8(str) {
        return new Secret({
            buffer: utf8Decode(str).buffer
        });
    }
    /**
   * Converts a base32 string to a Secret object.
   * @param {string} str Base32 string.
   * @returns {Secret} Secret object.
   */ static fromBase32(str) {
        return new Secret({
            buffer: base32Decode(str).buffer
        });
    }
    /**
   * Converts a hexadecimal string to a Secret object.
   * @param {string} str Hexadecimal string.
   * @returns {Secret} Secret object.
   */ static fromHex(str) {
        return new Secret({
            buffer: hexDecode(str).buffer
        });
    }
    /**
   * Secret key buffer.
   * @deprecated For backward compatibility, the "bytes" property should be used instead.
   * @type {ArrayBufferLike}
   */ get buffer() {
        return this.bytes.buffer;
    }
    /**
   * Latin-1 string representation of secret key.
   * @type {string}
   */ get latin1() {
        Object.defineProperty(this, "latin1", {
            enumerable: true,
            writable: false,
            configurable: false,
            value: latin1Encode(this.bytes)
        });
        return this.latin1;
    }
    /**
   * UTF-8 string representation of secret key.
   * @type {string}
   */ get utf8() {
        Object.defineProperty(this, "utf8", {
            enumerable: true,
            writable: false,
            configurable: false,
            value: utf8Encode(this.bytes)
        });
        return this.utf8;
    }
    /**
   * Base32 string representation of secret key.
   * @type {string}
   */ get base32() {
        Object.defineProperty(this, "base32", {
            enumerable: true,
            writable: false,
            configurable: false,
            value: base32Encode(this.bytes)
        });
        return this.base32;
    }
    /**
   * Hexadecimal string representation of secret key.
   * @type {string}
   */ get hex() {
        Object.defineProperty(this, "hex", {
            enumerable: true,
            writable: false,
            configurable: false,
            value: hexEncode(this.bytes)
        });
        return this.hex;
    }
    /**
   * Creates a secret key object.
   * @param {Object} [config] Configuration options.
   * @param {ArrayBufferLike} [config.buffer] Secret key buffer.
   * @param {number} [config.size=20] Number of random bytes to generate, ignored if 'buffer' is provided.
   */ constructor({ buffer, size = 20 } = {}){
        /**
     * Secret key.
     * @type {Uint8Array}
     * @readonly
     */ this.bytes = typeof buffer === "undefined" ? randomBytes(size) : new Uint8Array(buffer);
        // Prevent the "bytes" property from being modified.
        Object.defineProperty(this, "bytes", {
            enumerable: true,
            writable: false,
            configurable: false,
            value: this.bytes
        });
    }
}

/**
 * Returns true if a is equal to b, without leaking timing information that would allow an attacker to guess one of the values.
 * @param {string} a String a.
 * @param {string} b String b.
 * @returns {boolean} Equality result.
 */ const timingSafeEqual = (a, b)=>{
    {
        if (a.length !== b.length) {
            throw new TypeError("Input strings must have the same length");
        }
        let i = -1;
        let out = 0;
        while(++i < a.length){
            out |= a.charCodeAt(i) ^ b.charCodeAt(i);
        }
        return out === 0;
    }
};

/**
 * HOTP: An HMAC-based One-time Password Algorithm.
 * @see [RFC 4226](https://datatracker.ietf.org/doc/html/rfc4226)
 */ class HOTP {
    /**
   * Default configuration.
   * @type {{
   *   issuer: string,
   *   label: string,
   *   issuerInLabel: boolean,
   *   algorithm: string,
   *   digits: number,
   *   counter: number
   *   window: number
   * }}
   */ static get defaults() {
        return {
            issuer: "",
            label: "OTPAuth",
            issuerInLabel: true,
            algorithm: "SHA1",
            digits: 6,
            counter: 0,
            window: 1
        };
    }
    /**
   * Generates an HOTP token.
   * @param {Object} config Configuration options.
   * @param {Secret} config.secret Secret key.
   * @param {string} [config.algorithm='SHA1'] HMAC hashing algorithm.
   * @param {number} [config.digits=6] Token length.
   * @param {number} [config.counter=0] Counter value.
   * @param {(algorithm: string, key: Uint8Array, message: Uint8Array) => Uint8Array} [config.hmac] Custom HMAC function.
   * @returns {string} Token.
   */ static generate({ secret, algorithm = HOTP.defaults.algorithm, digits = HOTP.defaults.digits, counter = HOTP.defaults.counter, hmac = hmacDigest }) {
        const message = uintDecode(counter);
        const digest = hmac(algorithm, secret.bytes, message);
        if (!digest?.byteLength || digest.byteLength < 19) {
            throw new TypeError("Return value must be at least 19 bytes");
        }
        const offset = digest[digest.byteLength - 1] & 15;
        const otp = ((digest[offset] & 127) << 24 | (digest[offset + 1] & 255) << 16 | (digest[offset + 2] & 255) << 8 | digest[offset + 3] & 255) % 10 ** digits;
        return otp.toString().padStart(digits, "0");
    }
    /**
   * Generates an HOTP token.
   * @param {Object} [config] Configuration options.
   * @param {number} [config.counter=this.counter++] Counter value.
   * @returns {string} Token.
   */ generate({ counter = this.counter++ } = {}) {
        return HOTP.generate({
            secret: this.secret,
            algorithm: this.algorithm,
            digits: this.digits,
            counter,
            hmac: this.hmac
        });
    }
    /**
   * Validates an HOTP token.
   * @param {Object} config Configuration options.
   * @param {string} config.token Token value.
   * @param {Secret} config.secret Secret key.
   * @param {string} [config.algorithm='SHA1'] HMAC hashing algorithm.
   * @param {number} [config.digits=6] Token length.
   * @param {number} [config.counter=0] Counter value.
   * @param {number} [config.window=1] Window of counter values to test.
   * @param {(algorithm: string, key: Uint8Array, message: Uint8Array) => Uint8Array} [config.hmac] Custom HMAC function.
   * @returns {number|null} Token delta or null if it is not found in the search window, in which case it should be considered invalid.
   */ static validate({ token, secret, algorithm, digits = HOTP.defaults.digits, counter = HOTP.defaults.counter, window = HOTP.defaults.window, hmac = hmacDigest }) {
        // Return early if the token length does not match the digit number.
        if (token.length !== digits) return null;
        let delta = null;
        const check = (/** @type {number} */ i)=>{
            const generatedToken = HOTP.generate({
                secret,
                algorithm,
                digits,
                counter: i,
                hmac
            });
            if (timingSafeEqual(token, generatedToken)) {
                delta = i - counter;
            }
        };
        check(counter);
        for(let i = 1; i <= window && delta === null; ++i){
            check(counter - i);
            if (delta !== null) break;
            check(counter + i);
            if (delta !== null) break;
        }
        return delta;
    }
    /**
   * Validates an HOTP token.
   * @param {Object} config Configuration options.
   * @param {string} config.token Token value.
   * @param {number} [config.counter=this.counter] Counter value.
   * @param {number} [config.window=1] Window of counter values to test.
   * @returns {number|null} Token delta or null if it is not found in the search window, in which case it should be considered invalid.
   */ validate({ token, counter = this.counter, window }) {
        return HOTP.validate({
            token,
            secret: this.secret,
            algorithm: this.algorithm,
            digits: this.digits,
            counter,
            window,
            hmac: this.hmac
        });
    }
    /**
   * Returns a Google Authenticator key URI.
   * @returns {string} URI.
   */ toString() {
        const e = encodeURIComponent;
        return "otpauth://hotp/" + `${this.issuer.length > 0 ? this.issuerInLabel ? `${e(this.issuer)}:${e(this.label)}?issuer=${e(this.issuer)}&` : `${e(this.label)}?issuer=${e(this.issuer)}&` : `${e(this.label)}?`}` + `secret=${e(this.secret.base32)}&` + `algorithm=${e(this.algorithm)}&` + `digits=${e(this.digits)}&` + `counter=${e(this.counter)}`;
    }
    /**
   * Creates an HOTP object.
   * @param {Object} [config] Configuration options.
   * @param {string} [config.issuer=''] Account provider.
   * @param {string} [config.label='OTPAuth'] Account label.
   * @param {boolean} [config.issuerInLabel=true] Include issuer prefix in label.
   * @param {Secret|string} [config.secret=Secret] Secret key.
   * @param {string} [config.algorithm='SHA1'] HMAC hashing algorithm.
   * @param {number} [config.digits=6] Token length.
   * @param {number} [config.counter=0] Initial counter value.
   * @param {(algorithm: string, key: Uint8Array, message: Uint8Array) => Uint8Array} [config.hmac] Custom HMAC function.
   */ constructor({ issuer = HOTP.defaults.issuer, label = HOTP.defaults.label, issuerInLabel = HOTP.defaults.issuerInLabel, secret = new Secret(), algorithm = HOTP.defaults.algorithm, digits = HOTP.defaults.digits, counter = HOTP.defaults.counter, hmac } = {}){
        /**
     * Account provider.
     * @type {string}
     */ this.issuer = issuer;
        /**
     * Account label.
     * @type {string}
     */ this.label = label;
        /**
     * Include issuer prefix in label.
     * @type {boolean}
     */ this.issuerInLabel = issuerInLabel;
        /**
     * Secret key.
     * @type {Secret}
     */ this.secret = typeof secret === "string" ? Secret.fromBase32(secret) : secret;
        /**
     * HMAC hashing algorithm.
     * @type {string}
     */ this.algorithm = hmac ? algorithm : canonicalizeAlgorithm(algorithm);
        /**
     * Token length.
     * @type {number}
     */ this.digits = digits;
        /**
     * Initial counter value.
     * @type {number}
     */ this.counter = counter;
        /**
     * Custom HMAC function.
     * @type {((algorithm: string, key: Uint8Array, message: Uint8Array) => Uint8Array)|undefined}
     */ this.hmac = hmac;
    }
}

/**
 * TOTP: Time-Based One-Time Password Algorithm.
 * @see [RFC 6238](https://datatracker.ietf.org/doc/html/rfc6238)
 */ class TOTP {
    /**
   * Default configuration.
   * @type {{
   *   issuer: string,
   *   label: string,
   *   issuerInLabel: boolean,
   *   algorithm: string,
   *   digits: number,
   *   period: number
   *   window: number
   * }}
   */ static get defaults() {
        return {
            issuer: "",
            label: "OTPAuth",
            issuerInLabel: true,
            algorithm: "SHA1",
            digits: 6,
            period: 30,
            window: 1
        };
    }
    /**
   * Calculates the counter. i.e. the number of periods since timestamp 0.
   * @param {Object} [config] Configuration options.
   * @param {number} [config.period=30] Token time-step duration.
   * @param {number} [config.timestamp=Date.now] Timestamp value in milliseconds.
   * @returns {number} Counter.
   */ static counter({ period = TOTP.defaults.period, timestamp = Date.now() } = {}) {
        return Math.floor(timestamp / 1000 / period);
    }
    /**
   * Calculates the counter. i.e. the number of periods since timestamp 0.
   * @param {Object} [config] Configuration options.
   * @param {number} [config.timestamp=Date.now] Timestamp value in milliseconds.
   * @returns {number} Counter.
   */ counter({ timestamp = Date.now() } = {}) {
        return TOTP.counter({
            period: this.period,
            timestamp
        });
    }
    /**
   * Calculates the remaining time in milliseconds until the next token is generated.
   * @param {Object} [config] Configuration options.
   * @param {number} [config.period=30] Token time-step duration.
   * @param {number} [config.timestamp=Date.now] Timestamp value in milliseconds.
   * @returns {number} counter.
   */ static remaining({ period = TOTP.defaults.period, timestamp = Date.now() } = {}) {
        return period * 1000 - timestamp % (period * 1000);
    }
    /**
   * Calculates the remaining time in milliseconds until the next token is generated.
   * @param {Object} [config] Configuration options.
   * @param {number} [config.timestamp=Date.now] Timestamp value in milliseconds.
   * @returns {number} counter.
   */ remaining({ timestamp = Date.now() } = {}) {
        return TOTP.remaining({
            period: this.period,
            timestamp
        });
    }
    /**
   * Generates a TOTP token.
   * @param {Object} config Configuration options.
   * @param {Secret} config.secret Secret key.
   * @param {string} [config.algorithm='SHA1'] HMAC hashing algorithm.
   * @param {number} [config.digits=6] Token length.
   * @param {number} [config.period=30] Token time-step duration.
   * @param {number} [config.timestamp=Date.now] Timestamp value in milliseconds.
   * @param {(algorithm: string, key: Uint8Array, message: Uint8Array) => Uint8Array} [config.hmac] Custom HMAC function.
   * @returns {string} Token.
   */ static generate({ secret, algorithm, digits, period = TOTP.defaults.period, timestamp = Date.now(), hmac }) {
        return HOTP.generate({
            secret,
            algorithm,
            digits,
            counter: TOTP.counter({
                period,
                timestamp
            }),
            hmac
        });
    }
    /**
   * Generates a TOTP token.
   * @param {Object} [config] Configuration options.
   * @param {number} [config.timestamp=Date.now] Timestamp value in milliseconds.
   * @returns {string} Token.
   */ generate({ timestamp = Date.now() } = {}) {
        return TOTP.generate({
            secret: this.secret,
            algorithm: this.algorithm,
            digits: this.digits,
            period: this.period,
            timestamp,
            hmac: this.hmac
        });
    }
    /**
   * Validates a TOTP token.
   * @param {Object} config Configuration options.
   * @param {string} config.token Token value.
   * @param {Secret} config.secret Secret key.
   * @param {string} [config.algorithm='SHA1'] HMAC hashing algorithm.
   * @param {number} [config.digits=6] Token length.
   * @param {number} [config.period=30] Token time-step duration.
   * @param {number} [config.timestamp=Date.now] Timestamp value in milliseconds.
   * @param {number} [config.window=1] Window of counter values to test.
   * @param {(algorithm: string, key: Uint8Array, message: Uint8Array) => Uint8Array} [config.hmac] Custom HMAC function.
   * @returns {number|null} Token delta or null if it is not found in the search window, in which case it should be considered invalid.
   */ static validate({ token, secret, algorithm, digits, period = TOTP.defaults.period, timestamp = Date.now(), window, hmac }) {
        return HOTP.validate({
            token,
            secret,
            algorithm,
            digits,
            counter: TOTP.counter({
                period,
                timestamp
            }),
            window,
            hmac
        });
    }
    /**
   * Validates a TOTP token.
   * @param {Object} config Configuration options.
   * @param {string} config.token Token value.
   * @param {number} [config.timestamp=Date.now] Timestamp value in milliseconds.
   * @param {number} [config.window=1] Window of counter values to test.
   * @returns {number|null} Token delta or null if it is not found in the search window, in which case it should be considered invalid.
   */ validate({ token, timestamp, window }) {
        return TOTP.validate({
            token,
            secret: this.secret,
            algorithm: this.algorithm,
            digits: this.digits,
            period: this.period,
            timestamp,
            window,
            hmac: this.hmac
        });
    }
    /**
   * Returns a Google Authenticator key URI.
   * @returns {string} URI.
   */ toString() {
        const e = encodeURIComponent;
        return "otpauth://totp/" + `${this.issuer.length > 0 ? this.issuerInLabel ? `${e(this.issuer)}:${e(this.label)}?issuer=${e(this.issuer)}&` : `${e(this.label)}?issuer=${e(this.issuer)}&` : `${e(this.label)}?`}` + `secret=${e(this.secret.base32)}&` + `algorithm=${e(this.algorithm)}&` + `digits=${e(this.digits)}&` + `period=${e(this.period)}`;
    }
    /**
   * Creates a TOTP object.
   * @param {Object} [config] Configuration options.
   * @param {string} [config.issuer=''] Account provider.
   * @param {string} [config.label='OTPAuth'] Account label.
   * @param {boolean} [config.issuerInLabel=true] Include issuer prefix in label.
   * @param {Secret|string} [config.secret=Secret] Secret key.
   * @param {string} [config.algorithm='SHA1'] HMAC hashing algorithm.
   * @param {number} [config.digits=6] Token length.
   * @param {number} [config.period=30] Token time-step duration.
   * @param {(algorithm: string, key: Uint8Array, message: Uint8Array) => Uint8Array} [config.hmac] Custom HMAC function.
   */ constructor({ issuer = TOTP.defaults.issuer, label = TOTP.defaults.label, issuerInLabel = TOTP.defaults.issuerInLabel, secret = new Secret(), algorithm = TOTP.defaults.algorithm, digits = TOTP.defaults.digits, period = TOTP.defaults.period, hmac } = {}){
        /**
     * Account provider.
     * @type {string}
     */ this.issuer = issuer;
        /**
     * Account label.
     * @type {string}
     */ this.label = label;
        /**
     * Include issuer prefix in label.
     * @type {boolean}
     */ this.issuerInLabel = issuerInLabel;
        /**
     * Secret key.
     * @type {Secret}
     */ this.secret = typeof secret === "string" ? Secret.fromBase32(secret) : secret;
        /**
     * HMAC hashing algorithm.
     * @type {string}
     */ this.algorithm = hmac ? algorithm : canonicalizeAlgorithm(algorithm);
        /**
     * Token length.
     * @type {number}
     */ this.digits = digits;
        /**
     * Token time-step duration.
     * @type {number}
     */ this.period = period;
        /**
     * Custom HMAC function.
     * @type {((algorithm: string, key: Uint8Array, message: Uint8Array) => Uint8Array)|undefined}
     */ this.hmac = hmac;
    }
}

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";
function totpSecret(bytes) {
  return new Secret({ buffer: bytes.slice().buffer }).base32;
}
function isTotpValid(secret, token, now) {
  const digits = typeof token === "number" ? String(token).padStart(6, "0") : token;
  if (typeof digits !== "string" || !/^\d{6}$/.test(digits)) return false;
  const totp = new TOTP({ secret: Secret.fromBase32(secret), algorithm: "SHA1", digits: 6, period: 30 });
  return totp.validate({ token: digits, timestamp: now, window: 1 }) !== null;
}
function backupCodes(bytes) {
  const characters = Array.from(bytes, (byte) => BASE32[byte % 32]);
  return Array.from(
    { length: Math.floor(characters.length / 8) },
    (_, index) => characters.slice(index * 8, index * 8 + 8).join("")
  );
}

const SECRET_BYTES = 20;
const SETUP_MS = 6e5;
const BACKUP_CODES = 5;
const BACKUP_CODE_LENGTH = 8;
async function startSetup(context) {
  const { service } = context;
  const secret = totpSecret(service.randomBytes(SECRET_BYTES));
  const two_factor_setup = { secret, expires_at: service.now() + SETUP_MS };
  await updateUser(context, (user) => ({ ...user, two_factor_setup }));
  return { success: true, secret };
}
async function validateSetup(context) {
  const { token } = validate(userWrite, parseJsonBody(context));
  const now = context.service.now();
  await updateUser(context, (user) => {
    if (isMissing(token)) return user;
    const setup = user.two_factor_setup;
    if (!setup || setup.expires_at < now) {
      throw invalidInput("2FA setup session expired. Please start setup again.", null, "setup_expired");
    }
    if (!isTotpValid(setup.secret, token, now))
      throw invalidInput("Token is not valid", "token", "token_invalid");
    return { ...user, two_factor_secret: setup.secret, two_factor_setup: null };
  });
  return { success: !isMissing(token) };
}
async function twoFactorStatus({ service, params, user }) {
  const target = await requireUser(service.store, user, params["uuid"] ?? "");
  const is_enabled = target.two_factor_secret !== null;
  return {
    is_enabled,
    backup_codes: is_enabled ? target.backup_codes : [],
    method: is_enabled ? "TOTP" : null
  };
}
async function disableTwoFactor(context) {
  validate(userWrite, parseJsonBody(context));
  await updateUser(context, (user) => ({
    ...user,
    two_factor_secret: null,
    two_factor_setup: null,
    backup_codes: []
  }));
  return { success: true };
}
async function createBackupCodes(context) {
  validate(userWrite, parseJsonBody(context));
  const backup_codes = backupCodes(context.service.randomBytes(BACKUP_CODES * BACKUP_CODE_LENGTH));
  await updateUser(context, (user) => {
    if (user.two_factor_secret === null)
      throw invalidInput("2FA must be enabled first", null, "2fa_not_enabled");
    return { ...user, backup_codes };
  });
  return { backup_codes };
}
async function updateUser({ service, params, user }, update) {
  await service.store.transaction(async (transaction) => {
    const target = await requireUser(transaction, user, params["uuid"] ?? "");
    await transaction.put("users", update(await transaction.get("users", { id: target.id }) ?? target));
  });
}

const replies = { 200: { description: "Done. No body." } };
const USER = `${USERS_PATH}/:uuid`;
const userRoutes = [
  {
    method: "PATCH",
    path: `${USERS_PATH}/cancel_email_change_request`,
    access: "user",
    summary: "Cancels a pending change of the email address.",
    body: userWrite,
    replies,
    handle: withOptionalBody(cancelEmailChange)
  },
  {
    method: "POST",
    path: `${USERS_PATH}/request_email_verification`,
    access: "user",
    allowsAnonymous: true,
    summary: "Sends an email that verifies an address.",
    body: userWrite,
    replies,
    handle: withOptionalBody(requestVerification)
  },
  {
    method: "POST",
    path: `${USERS_PATH}/verify_email`,
    access: "user",
    allowsAnonymous: true,
    summary: "Verifies an email address by the token of the email.",
    body: userWrite,
    replies,
    handle: withOptionalBody(verifyEmail)
  },
  {
    method: "POST",
    path: `${USER}/two_factor_disable`,
    access: "user",
    summary: "Disables two-factor authentication and removes all its devices.",
    body: userWrite,
    replies,
    handle: withOptionalBody(disableTwoFactor)
  },
  {
    method: "GET",
    path: `${USER}/two_factor_start_setup`,
    access: "user",
    summary: "Starts two-factor setup.",
    replies,
    handle: withOptionalBody(startSetup)
  },
  {
    method: "GET",
    path: `${USER}/two_factor_status`,
    access: "user",
    summary: "Returns whether two-factor authentication is enabled, and the backup codes.",
    replies,
    handle: withOptionalBody(twoFactorStatus)
  },
  {
    method: "POST",
    path: `${USER}/two_factor_validate`,
    access: "user",
    summary: "Validates two-factor setup.",
    body: userWrite,
    replies,
    handle: withOptionalBody(validateSetup)
  },
  {
    method: "POST",
    path: `${USER}/validate_2fa`,
    access: "user",
    summary: "Validates two-factor setup (second path).",
    body: userWrite,
    replies,
    handle: withOptionalBody(validateSetup)
  },
  {
    method: "POST",
    path: `${USER}/two_factor_backup_codes`,
    access: "user",
    summary: "Creates new backup codes.",
    body: userWrite,
    replies,
    isHidden: true,
    handle: withOptionalBody(createBackupCodes)
  }
];
function withOptionalBody(operation) {
  return async (context) => {
    const body = await operation(context);
    return context.service.options.userBodies ? { status: 200, body } : { status: 200 };
  };
}

const HEALTH = {
  method: "GET",
  path: "/healthz",
  access: "public",
  summary: "Whether the service answers.",
  replies: { 200: { description: "It does." } },
  isHidden: true,
  handle: async () => ({ status: 200, body: { status: "ok" } })
};
function createRoutes(statsCache) {
  return [
    ...createFlagRoutes({ advanceSchedules, listPublicSurveys }),
    ...createCaptureRoutes({ recordSurveyEvent, moveRespondent, endFullSurveys }),
    ...projectRoutes,
    ...createSurveyRoutes(statsCache),
    ...userRoutes,
    HEALTH
  ];
}
function enabledRoutes(routes, { legacyRoutes, publicGet }) {
  const isLegacy = (route) => route.access === "public" && route.isLegacy;
  const enabled = legacyRoutes === false ? routes.filter((route) => !isLegacy(route)) : routes;
  return [...enabled, ...publicGet ? publicGetRoutes(enabled) : [], openApiRoute(routes)];
}

function resolveProjects(options) {
  const projects = options.projects ?? [options];
  return projects.map((project, index) => ({
    ...project,
    id: project.id ?? index + 1,
    projectKey: project.projectKey ?? (index === 0 ? DEFAULT_PROJECT_KEY : `${DEFAULT_PROJECT_KEY}_${index + 1}`)
  }));
}
async function seed(transaction, options, deps) {
  const copy = structuredClone({ users: options.users, personalKeys: options.personalKeys });
  const users = copy.users ?? [{ email: "owner@example.com", first_name: "Owner", is_staff: true }];
  const rows = users.map((user, index) => seedUserRow(user, index + 1, deps));
  for (const row of rows) await transaction.insert("users", row);
  for (const key of copy.personalKeys ?? [{ key: DEFAULT_PERSONAL_KEY }]) {
    const owner = rows.find((row2) => row2.email === key.user) ?? rows[0];
    const row = tables.personalKeyRow({
      ...tables.hashAndMask(key.key),
      label: key.label ?? "",
      user_id: owner?.id ?? 0,
      scopes: key.scopes ?? ["*"],
      project_ids: key.projects ?? null,
      created_at: deps.now
    });
    await transaction.insert("personalKeys", row);
  }
  for (const project of resolveProjects(options)) await seedProject(transaction, project, deps);
}
async function seedProject(transaction, project, deps) {
  const { id } = project;
  const isNew = await transaction.insert("projects", {
    id,
    name: project.name ?? "Demo",
    token: project.projectKey,
    organization_id: "demo",
    time_zone: project.timeZone ?? "UTC"
  });
  if (!isNew) return;
  for (const [index, type] of (project.groupTypes ?? []).entries()) {
    await transaction.put("groupTypes", { project_id: id, type, index });
  }
  for (const row of seedFlagRows(id, flagEntries(project.flags))) await transaction.put("flags", row);
  for (const cohort of structuredClone(project.cohorts ?? [])) {
    await transaction.put("cohorts", { ...cohort, project_id: id });
    for (const distinct_id of cohort.distinct_ids ?? []) {
      await transaction.put("cohortMembers", { project_id: id, cohort_id: cohort.id, distinct_id });
    }
  }
  for (const survey of project.surveys ?? [])
    await transaction.put("surveys", seedSurveyRow(id, survey, deps));
  await seedPersons(transaction, project, deps);
  await seedGroups(transaction, project, deps);
}
async function seedPersons(transaction, { id: project_id, persons }, deps) {
  for (const person of structuredClone(persons ?? [])) {
    const id = deps.uuid();
    await transaction.put("persons", {
      project_id,
      id,
      properties: person.properties ?? {},
      is_identified: person.is_identified ?? false,
      main_distinct_id: person.distinct_ids[0] ?? id,
      created_at: deps.now
    });
    for (const distinct_id of person.distinct_ids) {
      await transaction.put("distinctIds", { project_id, distinct_id, person_id: id });
    }
  }
}
async function seedGroups(transaction, { id: project_id, groups }, deps) {
  for (const { type, key, properties = {} } of structuredClone(groups ?? [])) {
    await transaction.put("groups", { project_id, type, key, properties, created_at: deps.now });
  }
}
function flagEntries(flags) {
  if (Array.isArray(flags)) return flags.map((flag) => [flag.key, flag]);
  return Object.entries(flags ?? {});
}
function seedFlagRows(projectId, entries) {
  const ownId = (flag) => typeof flag === "object" ? flag.id : void 0;
  const taken = new Set(entries.map(([, flag]) => ownId(flag)));
  let next = 1;
  const nextFreeId = () => {
    while (taken.has(next)) next++;
    return next++;
  };
  return entries.map(([key, flag]) => seedFlagRow({ projectId, key, id: ownId(flag) ?? nextFreeId() }, flag));
}
function seedFlagRow({ projectId, key, id }, seed2) {
  const { payload, ...definition } = typeof seed2 === "object" ? structuredClone(seed2) : {};
  return flagRow(projectId, key, { filters: seedFilters(seed2, payload), ...definition }, id);
}
function seedFilters(seed2, payload) {
  if (seed2 === false) return { groups: [{ properties: [], rollout_percentage: 0 }] };
  const groups = [{ properties: [], rollout_percentage: 100 }];
  if (typeof seed2 === "string")
    return { groups, multivariate: { variants: [{ key: seed2, rollout_percentage: 100 }] } };
  return payload === void 0 ? { groups } : { groups, payloads: { true: JSON.stringify(payload) } };
}
function seedSurveyRow(projectId, seed2, deps) {
  const copy = structuredClone(seed2);
  return {
    project_id: projectId,
    id: copy.id ?? deps.uuid(),
    name: copy.name ?? "Survey",
    description: copy.description ?? "",
    type: copy.type ?? "popover",
    schedule: copy.schedule ?? "once",
    linked_flag_id: null,
    targeting_flag_id: null,
    internal_targeting_flag_id: null,
    sampling_flag_id: null,
    questions: copy.questions ?? [],
    conditions: copy.conditions ?? null,
    appearance: copy.appearance ?? null,
    created_at: copy.created_at ?? deps.now,
    created_by_id: null,
    // A seeded survey runs at once, unless its start date is null.
    start_date: copy.start_date === void 0 ? deps.now : copy.start_date,
    end_date: copy.end_date ?? null,
    archived: copy.archived ?? false,
    responses_limit: copy.responses_limit ?? null,
    iteration_count: copy.iteration_count ?? null,
    iteration_frequency_days: copy.iteration_frequency_days ?? null,
    iteration_start_dates: copy.iteration_start_dates ?? null,
    current_iteration: copy.current_iteration ?? null,
    current_iteration_start_date: copy.current_iteration_start_date ?? null,
    response_sampling_start_date: copy.response_sampling_start_date ?? null,
    response_sampling_interval_type: copy.response_sampling_interval_type ?? null,
    response_sampling_interval: copy.response_sampling_interval ?? null,
    response_sampling_limit: copy.response_sampling_limit ?? null,
    response_sampling_daily_limits: copy.response_sampling_daily_limits ?? null,
    enable_partial_responses: copy.enable_partial_responses ?? false,
    targeting_flag_filters: null,
    _create_in_folder: null,
    linked_flag_key: copy.linked_flag_key ?? copy.linked_flag?.key ?? null,
    targeting_flag_key: copy.targeting_flag_key ?? copy.targeting_flag?.key ?? null,
    internal_targeting_flag_key: copy.internal_targeting_flag_key ?? copy.internal_targeting_flag?.key ?? null,
    feature_flag_keys: copy.feature_flag_keys ?? null,
    base_language: copy.base_language || null,
    translations: copy.translations ?? null
  };
}
function seedUserRow(user, id, deps) {
  const uuid = (user.uuid ?? deps.uuid()).toLowerCase();
  return {
    id,
    uuid,
    distinct_id: uuid,
    first_name: user.first_name ?? "",
    last_name: user.last_name ?? "",
    email: user.email,
    is_email_verified: user.is_email_verified ?? false,
    is_staff: user.is_staff ?? false,
    hedgehog_config: user.hedgehog_config ?? null,
    role_at_organization: user.role_at_organization ?? null,
    password: user.password ?? null,
    pending_email: user.pending_email ?? null,
    verification: null,
    two_factor_setup: null,
    two_factor_secret: null,
    backup_codes: []
  };
}

function createServiceState({
  store,
  ready,
  seedDeps,
  firstProject,
  settings,
  requests,
  mails,
  reset
}) {
  const find = async (table, projectId = firstProject) => {
    await ready();
    return store.find(table, { where: whereProject(projectId) });
  };
  return {
    events: (projectId) => find("events", projectId),
    groups: (projectId) => find("groups", projectId),
    surveys: (projectId) => find("surveys", projectId),
    flags: (projectId) => find("flags", projectId),
    warnings: (projectId) => find("warnings", projectId),
    persons: async (projectId) => {
      const persons = await find("persons", projectId);
      return Promise.all(persons.map((person) => withDistinctIds(store, person)));
    },
    users: async () => {
      await ready();
      return store.find("users", { where: {} });
    },
    requests,
    mails,
    setFlag: async (key, flag, projectId = firstProject) => {
      await ready();
      return store.transaction(async (transaction) => {
        const [previous] = await transaction.find("flags", { where: { project_id: projectId, key } });
        const id = previous?.id ?? await nextFlagId(transaction, projectId);
        const seeded = seedFlagRow({ projectId, key, id }, flag);
        const row = { ...seeded, id, version: previous ? (previous.version ?? 0) + 1 : seeded.version };
        await transaction.put("flags", row);
        return row;
      });
    },
    addSurvey: async (survey, projectId = firstProject) => {
      await ready();
      const row = seedSurveyRow(projectId, survey, seedDeps());
      await store.transaction((transaction) => transaction.put("surveys", row));
      return row;
    },
    setQuota: (quota, projectId = firstProject) => settings.setQuota(projectId, quota),
    setConfig: (config, projectId = firstProject) => settings.setConfig(projectId, config),
    reset
  };
}
function whereProject(project_id) {
  return { project_id };
}
async function withDistinctIds(store, person) {
  const where = { project_id: person.project_id, person_id: person.id };
  const ids = await store.find("distinctIds", { where });
  return { ...person, distinct_ids: ids.map((row) => row.distinct_id) };
}

const MAX_CHUNK = 512;
function createEntryList() {
  const chunks = [];
  let size = 0;
  let bytes = 0;
  const chunkIndex = (order, sequence) => firstIndex(chunks.length, (index) => !isBefore(chunks[index].at(-1), order, sequence));
  const position = (chunk, order, sequence) => firstIndex(chunk.length, (index) => !isBefore(chunk[index], order, sequence));
  return {
    size: () => size,
    bytes: () => bytes,
    addBytes(difference) {
      bytes += difference;
    },
    insert(entry) {
      const index = Math.min(chunkIndex(entry.order, entry.sequence), Math.max(0, chunks.length - 1));
      const chunk = chunks[index] ?? [];
      if (chunks.length === 0) chunks.push(chunk);
      chunk.splice(position(chunk, entry.order, entry.sequence), 0, entry);
      size++;
      bytes += entry.bytes;
      if (chunk.length <= MAX_CHUNK) return;
      const isLast = index === chunks.length - 1 && chunk.at(-1) === entry;
      chunks.splice(index + 1, 0, chunk.splice(isLast ? MAX_CHUNK : MAX_CHUNK / 2));
    },
    remove({ order, sequence, bytes: removed }) {
      const index = chunkIndex(order, sequence);
      const chunk = chunks[index];
      chunk.splice(position(chunk, order, sequence), 1);
      size--;
      bytes -= removed;
      if (chunk.length === 0) chunks.splice(index, 1);
    },
    /** Returns the number of entries before (order, sequence). */
    rank(order, sequence) {
      const index = chunkIndex(order, sequence);
      let rank = 0;
      for (let i = 0; i < index; i++) rank += chunks[i].length;
      return rank + (index < chunks.length ? position(chunks[index], order, sequence) : 0);
    },
    slice(start, end) {
      const slices = [];
      let offset = 0;
      for (const chunk of chunks) {
        if (offset >= end) break;
        if (offset + chunk.length > start)
          slices.push(chunk.slice(Math.max(0, start - offset), Math.max(0, end - offset)));
        offset += chunk.length;
      }
      return slices.flat();
    }
  };
}
function isBefore(entry, order, sequence) {
  return entry.order < order || entry.order === order && entry.sequence < sequence;
}
function firstIndex(length, test) {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = low + high >>> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function createNestedIndex(columns) {
  const last = columns[columns.length - 1] ?? "";
  const parents = columns.slice(0, -1);
  const root = /* @__PURE__ */ new Map();
  const findLevel = (row) => {
    let level = root;
    for (const column of parents) level = level?.get(row[column]);
    return level;
  };
  const ensureLevel = (row) => {
    let level = root;
    for (const column of parents) {
      const next = level.get(row[column]) ?? /* @__PURE__ */ new Map();
      level.set(row[column], next);
      level = next;
    }
    return level;
  };
  function* walk(level, depth) {
    for (const next of level.values())
      if (depth === 0) yield next;
      else yield* walk(next, depth - 1);
  }
  return {
    values: () => walk(root, parents.length),
    get: (row) => findLevel(row)?.get(row[last]),
    set(row, value) {
      (findLevel(row) ?? ensureLevel(row)).set(row[last], value);
    },
    /** Leaves the maps of the parent columns, even when they are empty: there are few projects, surveys and group types. */
    delete(row) {
      findLevel(row)?.delete(row[last]);
    }
  };
}

const ROW_BYTES = 300;
function createMemoryTable(name) {
  const shape = tables.TABLES[name];
  const byKey = createNestedIndex(shape.key);
  const indexes = shape.indexes.map((columns) => ({ columns, lists: createNestedIndex(columns) }));
  let nextSequence = 0;
  const orderOf = (row, sequence) => shape.order === void 0 ? sequence : Number(row[shape.order]);
  const add = (entry) => {
    byKey.set(entry.row, entry);
    for (const index of indexes) insertIntoIndex(index, entry);
  };
  const remove = (entry) => {
    byKey.delete(entry.row);
    for (const index of indexes) removeFromIndex(index, entry);
  };
  const replaceRow = (entry, row) => {
    const order = orderOf(row, entry.sequence);
    const bytes = rowBytes(row);
    const isMoved = ({ columns }) => order !== entry.order || columns.some((column) => row[column] !== entry.row[column]);
    const moved = indexes.filter(isMoved);
    for (const index of moved) removeFromIndex(index, entry);
    for (const index of indexes)
      if (!moved.includes(index)) index.lists.get(row).addBytes(bytes - entry.bytes);
    entry.row = row;
    entry.order = order;
    entry.bytes = bytes;
    for (const index of moved) insertIntoIndex(index, entry);
  };
  const findList = (where) => {
    const columns = Object.keys(where);
    const index = indexes.find(
      (candidate) => candidate.columns.length === columns.length && candidate.columns.every((column) => column in where)
    );
    if (!index) throw new Error(`table ${name} has no index on ${columns.join(", ") || "nothing"}`);
    return index.lists.get(where);
  };
  const findRange = (query) => {
    const list = findList(toFields(query.where));
    if (!list) return { list: EMPTY_LIST, start: 0, end: 0 };
    const start = query.from === void 0 ? 0 : list.rank(query.from, -1);
    const end = query.to === void 0 ? list.size() : Math.max(start, list.rank(query.to, Number.POSITIVE_INFINITY));
    const { terms } = query;
    if (!terms?.length) return { list, start, end };
    const matching = list.slice(start, end).filter((entry) => containsTerms(entry.row, shape.text ?? [], terms));
    return { list: matching, start: 0, end: matching.length };
  };
  return {
    get: (key) => toRow(byKey.get(toFields(key))?.row),
    find: (query) => {
      const { list, start, end } = findRange(query);
      const offset = query.offset ?? 0;
      const last = query.limit === void 0 ? end - start : Math.min(end - start, offset + query.limit);
      const page = query.order === "newest" ? list.slice(Math.max(start, end - last), Math.max(start, end - offset)).reverse() : list.slice(start + offset, start + last);
      return page.map((entry) => toRow(entry.row));
    },
    count: (query) => {
      const { start, end } = findRange(query);
      return end - start;
    },
    bytes: (where) => findList(toFields(where))?.bytes() ?? 0,
    all: () => {
      const entries = [...byKey.values()].sort((a, b) => a.sequence - b.sequence);
      return entries.map((entry) => toRow(entry.row));
    },
    put: (input) => {
      const row = toFields(tables.deepFreeze(input));
      const existing = byKey.get(row);
      if (existing) {
        const before = existing.row;
        replaceRow(existing, row);
        return () => replaceRow(existing, before);
      }
      const sequence = nextSequence++;
      const entry = { row, order: orderOf(row, sequence), sequence, bytes: rowBytes(row) };
      add(entry);
      return () => remove(entry);
    },
    remove: (key) => {
      const entry = byKey.get(toFields(key));
      if (!entry) return void 0;
      remove(entry);
      return () => add(entry);
    }
  };
}
const EMPTY_LIST = { slice: () => [] };
function rowBytes(row) {
  return ROW_BYTES + approximateBytes(row);
}
function removeFromIndex(index, entry) {
  const list = index.lists.get(entry.row);
  list.remove(entry);
  if (list.size() === 0) index.lists.delete(entry.row);
}
function insertIntoIndex(index, entry) {
  let list = index.lists.get(entry.row);
  if (!list) {
    list = createEntryList();
    index.lists.set(entry.row, list);
  }
  list.insert(entry);
}
function containsTerms(row, columns, terms) {
  const texts = columns.map((column) => String(row[column] ?? "").toLowerCase());
  return terms.every((term) => texts.some((text) => text.includes(term.toLowerCase())));
}
function toFields(row) {
  return row;
}
function toRow(fields) {
  return fields;
}

function createMemoryStore() {
  let tables$1 = createTables();
  let undoSteps = [];
  const enqueue = tables.createQueue();
  const transaction = {
    get: async (name, key) => tables$1[name].get(key),
    find: async (name, query) => tables$1[name].find(query),
    count: async (name, query) => tables$1[name].count(query),
    bytes: async (name, where) => tables$1[name].bytes(where),
    preload: async () => void 0,
    insert: async (name, row) => {
      if (tables$1[name].get(row)) return false;
      undoSteps.push(tables$1[name].put(row));
      return true;
    },
    put: async (name, row) => {
      undoSteps.push(tables$1[name].put(row));
    },
    remove: async (name, key) => {
      const undo = tables$1[name].remove(key);
      if (undo) undoSteps.push(undo);
      return undo !== void 0;
    }
  };
  const runTransaction = async (work) => {
    undoSteps = [];
    try {
      return await work(transaction);
    } catch (error) {
      for (const undo of undoSteps.reverse()) undo();
      throw error;
    } finally {
      undoSteps = [];
    }
  };
  return {
    get: transaction.get,
    find: transaction.find,
    count: transaction.count,
    bytes: transaction.bytes,
    transaction: (work) => enqueue(() => runTransaction(work)),
    clear: () => enqueue(async () => {
      tables$1 = createTables();
    }),
    async *rows() {
      const all = await enqueue(async () => tables.TABLE_NAMES.map((table) => ({ table, rows: tables$1[table].all() })));
      for (const { table, rows } of all) for (const row of rows) yield { table, row };
    }
  };
}
function createTables() {
  return Object.fromEntries(
    tables.TABLE_NAMES.map((name) => [name, createMemoryTable(name)])
  );
}

const MAX_ENTRIES = 500;
function createStatsCache() {
  const entries = /* @__PURE__ */ new Map();
  return {
    get(key, changes) {
      const entry = entries.get(key);
      return entry?.changes === changes ? entry.stats : void 0;
    },
    set(key, changes, stats) {
      if (entries.size >= MAX_ENTRIES) entries.clear();
      entries.set(key, { changes, stats });
    },
    clear: () => entries.clear()
  };
}

function createRequestLog(size, maxBytes) {
  let entries = [];
  let counted = /* @__PURE__ */ new Map();
  let bytes = 0;
  const forgetOldest = () => {
    const oldest = entries.shift();
    bytes -= counted.get(oldest) ?? 0;
    counted.delete(oldest);
  };
  const count = (entry) => {
    const entryBytes = approximateBytes(entry);
    bytes += entryBytes - (counted.get(entry) ?? 0);
    counted.set(entry, entryBytes);
    while (bytes > maxBytes) forgetOldest();
  };
  return {
    /** Adds a request. @returns Its entry, which the caller completes. */
    add(request, at) {
      const entry = {
        method: request.method,
        path: request.url.pathname,
        query: Object.fromEntries(request.url.searchParams),
        headers: request.headers,
        contentType: request.header("content-type") ?? "",
        encoding: void 0,
        bytes: request.body.length,
        body: void 0,
        status: 0,
        at
      };
      entries.push(entry);
      count(entry);
      if (entries.length > size) forgetOldest();
      return entry;
    },
    /** Counts a completed entry, and forgets the oldest ones above the limit. */
    complete(entry) {
      if (counted.has(entry)) count(entry);
    },
    all: () => [...entries],
    clear() {
      entries = [];
      counted = /* @__PURE__ */ new Map();
      bytes = 0;
    }
  };
}

const MAX_MAILS = 1e3;
function createTestMailer() {
  let mails = [];
  return {
    send(mail) {
      mails.push(mail);
      if (mails.length > MAX_MAILS) mails.shift();
    },
    all: () => [...mails],
    clear() {
      mails = [];
    }
  };
}

const DEFAULT_LOG_SIZE = 1e3;
const MAX_LOG_BYTES = 32 * 1024 * 1024;
const LARGEST_BODIES = 3;
function createService(options = {}) {
  const store = options.store ?? createMemoryStore();
  const projects = resolveProjects(options);
  const settings = createProjectSettings(projects);
  const storedEvents = createEmitter(throwUncaught);
  const mailer = createTestMailer();
  const context = createContext(options, {
    store,
    quota: settings.quota,
    config: settings.config,
    emitEvent: storedEvents.emit,
    sendMail: mailer.send
  });
  const statsCache = createStatsCache();
  const log = createRequestLog(options.requestLogSize ?? DEFAULT_LOG_SIZE, MAX_LOG_BYTES);
  const failures$1 = failures.createFailureInjector();
  const reserveBody = createBodyBudget(LARGEST_BODIES * context.maxBodyBytes);
  const seedDeps = () => ({ now: new Date(context.now()).toISOString(), uuid: context.uuid });
  const seedStore = () => store.transaction((transaction) => seed(transaction, options, seedDeps()));
  let seeded;
  const ready = () => {
    seeded ?? (seeded = seedStore().catch((error) => {
      seeded = void 0;
      throw error;
    }));
    return seeded;
  };
  const router = createRouter(context, enabledRoutes(createRoutes(statsCache), options), ready);
  const respond = async (request) => {
    const entry = log.add(request, context.now());
    const failure = failures$1.next(request);
    const route = () => router(request, entry);
    const response = failure ? await failures.respondWithFailure(failure, request, route) : await route();
    entry.status = response.status;
    log.complete(entry);
    return response;
  };
  const reset = async () => {
    await ready();
    await store.clear();
    for (const part of [log, failures$1, mailer, statsCache]) part.clear();
    settings.reset();
    seeded = seedStore();
    await seeded;
  };
  return {
    fetch: async (input, init, connection) => {
      const reservation = reserveBody();
      try {
        const parsed = await parseRequest(input, init, context.maxBodyBytes, reservation);
        return await raceAbort(parsed.signal, () => respond({ ...parsed, ip: connection?.ip }));
      } finally {
        reservation.release();
      }
    },
    state: createServiceState({
      store,
      ready,
      seedDeps,
      firstProject: projects[0]?.id ?? 1,
      settings,
      requests: log.all,
      mails: mailer.all,
      reset
    }),
    on: (_name, listener) => storedEvents.on(listener),
    fail: failures$1.add
  };
}
function createContext(options, deps) {
  const now = options.now ?? Date.now;
  return {
    ...deps,
    options,
    now,
    uuid: options.uuid ?? (() => globalThis.crypto.randomUUID()),
    randomBytes: options.randomBytes ?? ((count) => globalThis.crypto.getRandomValues(new Uint8Array(count))),
    maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES,
    maxEvents: options.maxEvents ?? (deps.store.isPersistent ? Number.POSITIVE_INFINITY : MAX_EVENTS),
    maxBytes: options.maxBytes ?? (deps.store.isPersistent ? Number.POSITIVE_INFINITY : MAX_BYTES),
    throttle: createThrottle(options.throttles, now)
  };
}
function throwUncaught(error) {
  queueMicrotask(() => {
    throw error;
  });
}

exports.StoreUnavailableError = tables.StoreUnavailableError;
exports.createMemoryStore = createMemoryStore;
exports.createService = createService;
