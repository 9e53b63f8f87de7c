'use strict';

Object.defineProperty(exports, '__esModule', { value: true });

var index = require('./chunk-index.cjs');
require('./chunk-native.cjs');



exports.DisplaySurveyType = index.DisplaySurveyType;
exports.SurveyQuestionBranchingType = index.SurveyQuestionBranchingType;
exports.SurveyQuestionType = index.SurveyQuestionType;
exports.SurveyType = index.SurveyType;
exports.createClient = index.createClient;
exports.default = index.earshot;
exports.earshot = index.earshot;
exports.init = index.init;
exports.posthog = index.earshot;
