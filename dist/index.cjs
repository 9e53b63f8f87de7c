'use strict';

Object.defineProperty(exports, '__esModule', { value: true });

var index = require('./chunk-index.cjs');
require('./chunk-parseSurvey.cjs');



exports.createClient = index.createClient;
exports.default = index.earshot;
exports.earshot = index.earshot;
exports.init = index.init;
