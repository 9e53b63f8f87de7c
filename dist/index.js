export{D as DisplaySurveyType,u as SurveyQuestionBranchingType,v as SurveyQuestionType,x as SurveyType,y as createClient,z as default,z as earshot,A as init,z as posthog}from"./chunk-index.js";
//# sourceMappingURL=index.js.map
