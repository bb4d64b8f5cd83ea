-- A phone that has chosen its county asks for what lies in it.
create index areas_of_county on areas (election_id, county_id);
